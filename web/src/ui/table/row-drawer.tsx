import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '../button.tsx'
import { Drawer } from '../overlay/drawer.tsx'
import type { Column } from './columns/columns.ts'
import { FieldList } from './field-list.tsx'
import type { OpenRow, RowParts } from './list-page.tsx'
import type { RowId } from './selection/selection.ts'

interface RowDrawerProps extends OpenRow<object> {
  id: RowId
  parts: RowParts<object>
  columns: readonly Column<never>[]
  /** Opens another row, or none. */
  onOpen: (row: object | undefined) => void
}

/** The details of one row beside the list, with buttons to its neighbours. */
export default function RowDrawer({ row, id, previous, next, parts, columns, onOpen }: RowDrawerProps) {
  const { t } = useTranslation('table')
  const back = () => previous && onOpen(previous)
  const on = () => next && onOpen(next)
  return (
    <StepDrawer
      {...{ id, back, on }}
      title={parts.title(row)}
      first={!previous && t('steps.first')}
      last={!next && t('steps.last')}
      buttons={parts.buttons?.(row)}
      onClose={() => onOpen(undefined)}
    >
      {parts.body?.(row) ?? <FieldList columns={columns.filter(({ id }) => id !== 'actions')} row={row as never} />}
    </StepDrawer>
  )
}

interface StepDrawerProps {
  id: RowId
  title: string
  /** Why there is no previous row, or no next one; false = there is. */
  first: string | false
  last: string | false
  back: () => void
  on: () => void
  buttons?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A drawer beside a list that steps through its rows with buttons, J and K, and arrow keys; the list follows. */
export function StepDrawer({ id, title, first, last, back, on, buttons, onClose, children }: StepDrawerProps) {
  const { t } = useTranslation('table')
  const listed = () => document.querySelector<HTMLElement>(`main [data-row="${CSS.escape(String(id))}"]`)
  const follow = useEffectEvent(() => listed()?.scrollIntoView({ block: 'nearest' }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list follows each step
  useEffect(() => follow(), [id])
  const common = { keysOnly: true, everywhere: true } as const
  useActions([
    { ...common, id: 'row.previous', keys: 'k', label: t('steps.previous'), run: back },
    { ...common, id: 'row.next', keys: 'j', label: t('steps.next'), run: on },
  ])
  useArrows(back, on)
  return (
    <Drawer side="end" title={title} onClose={onClose} returnFocus={listed}>
      <div key={id} className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3">
        {children}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
        {buttons}
        <Button icon={<ArrowUp size={16} aria-hidden />} keys="k" disabledReason={first} onClick={back}>
          {t('steps.previous')}
        </Button>
        <Button icon={<ArrowDown size={16} aria-hidden />} keys="j" disabledReason={last} onClick={on}>
          {t('steps.next')}
        </Button>
      </div>
    </Drawer>
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
