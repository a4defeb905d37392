import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenRow } from './use-open-row.ts'

interface StepsProps<Row> extends Omit<OpenRow<Row>, 'row'> {
  onStep: (row: Row) => void
}

/** Navigates from an open row to its neighbours on the page, with buttons, J and K, and arrow keys. */
export function Steps<Row>({ previous, next, onStep }: StepsProps<Row>) {
  const { t } = useTranslation('tasks')
  const back = () => previous && onStep(previous)
  const on = () => next && onStep(next)
  const common = { keysOnly: true, everywhere: true } as const
  useActions([
    { ...common, id: 'row.previous', keys: 'k', label: t('previous'), run: back },
    { ...common, id: 'row.next', keys: 'j', label: t('next'), run: on },
  ])
  useArrows(back, on)
  return (
    <>
      <Button
        icon={<ArrowLeft size={16} aria-hidden className="max-sm:hidden" />}
        keys="k"
        disabledReason={!previous && t('first')}
        onClick={back}
      >
        {t('previous')}
      </Button>
      <Button
        icon={<ArrowRight size={16} aria-hidden className="max-sm:hidden" />}
        keys="j"
        disabledReason={!next && t('last')}
        onClick={on}
      >
        {t('next')}
      </Button>
    </>
  )
}

/** Elements that handle arrow keys themselves. */
const MOVED_BY_ARROWS = 'input, textarea, select, audio, pre, [data-scrolls]'

/** Left and right arrow keys. A dialog stops their propagation, so they are handled in the capture phase. */
function useArrows(left: () => void, right: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (target instanceof Element && target.closest(MOVED_BY_ARROWS)) return
    event.preventDefault()
    if (key === 'ArrowLeft') left()
    else right()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
