import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import type { OpenRow } from './use-open-row.ts'

interface StepsProps<Row> extends Omit<OpenRow<Row>, 'row'> {
  onStep: (row: Row) => void
}

/** From an open row on to its neighbours on the page, with buttons, arrow keys, J and K. */
export function Steps<Row>({ previous, next, onStep }: StepsProps<Row>) {
  const { t } = useTranslation('tasks')
  const back = () => previous && onStep(previous)
  const on = () => next && onStep(next)
  const common = { keysOnly: true, everywhere: true } as const
  useActions([
    { ...common, id: 'row.previous', keys: 'arrowleft', label: t('previous'), run: back },
    { ...common, id: 'row.next', keys: 'arrowright', label: t('next'), run: on },
    { ...common, id: 'row.k', keys: 'k', label: t('previous'), run: back },
    { ...common, id: 'row.j', keys: 'j', label: t('next'), run: on },
  ])
  return (
    <>
      <Button
        icon={<ArrowLeft size={16} aria-hidden />}
        keys="arrowleft"
        disabledReason={!previous && t('first')}
        onClick={back}
      >
        {t('previous')}
      </Button>
      <Button
        icon={<ArrowRight size={16} aria-hidden />}
        keys="arrowright"
        disabledReason={!next && t('last')}
        onClick={on}
      >
        {t('next')}
      </Button>
    </>
  )
}
