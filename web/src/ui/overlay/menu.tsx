import { Menu as Base } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { Kbd } from '../kbd.tsx'
import { tip } from '../tooltip.tsx'

/** One entry of a menu. */
export type MenuEntry =
  | 'separator'
  | { heading: string }
  | {
      label: string
      icon?: ReactNode
      keys?: string
      /** Shown behind the label. */
      detail?: string | undefined
      /** The place where the reader is. */
      current?: boolean
      danger?: boolean
      /** Reason why the entry is disabled; it stays in the menu. */
      disabledReason?: string | false | null
      /** Makes it a checkbox: selecting it keeps the menu open. */
      checked?: boolean
      run: () => void
    }

interface Props {
  /** The button that opens the menu; an IconButton or Button element. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: 'start' | 'end'
  side?: 'bottom' | 'right'
  defaultOpen?: boolean
}

/** A menu of actions behind one button. */
export function Menu({ trigger, entries, align = 'end', side = 'bottom', defaultOpen }: Props) {
  return (
    <Base.Root defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align={align} side={side} collisionPadding={8} className="z-50">
          <Base.Popup className="popup max-h-(--available-height) min-w-44 overflow-y-auto py-1">
            {entries.map((entry, index) => (
              <Entry key={typeof entry === 'object' && 'label' in entry ? entry.label : index} entry={entry} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

const ROW = 'flex min-h-row cursor-default items-center gap-2 px-3 data-highlighted:bg-hover data-disabled:text-faint'

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry === 'separator') return <Base.Separator className="my-1 h-px bg-line" />
  if ('heading' in entry) return <div className="px-3 py-1 text-small text-muted">{entry.heading}</div>
  const { label, icon, keys, detail, current, danger, disabledReason, checked, run } = entry
  const className = cx(ROW, danger && 'text-danger', current && 'bg-primary-soft font-strong')
  const content = (
    <>
      {icon && <span className="shrink-0 text-muted">{icon}</span>}
      <span className="flex-1">{label}</span>
      {detail && <span className="max-w-48 truncate text-small text-muted">{detail}</span>}
      {keys && <Kbd keys={keys} />}
    </>
  )
  if (checked === undefined) {
    return (
      <Base.Item
        {...tip(disabledReason || undefined)}
        disabled={Boolean(disabledReason)}
        aria-current={current ? 'page' : undefined}
        onClick={run}
        className={className}
      >
        {content}
      </Base.Item>
    )
  }
  return (
    <Base.CheckboxItem checked={checked} onCheckedChange={run} disabled={Boolean(disabledReason)} className={className}>
      <span className="w-4 shrink-0 text-primary">{checked && <Check size={14} aria-hidden />}</span>
      {content}
    </Base.CheckboxItem>
  )
}
