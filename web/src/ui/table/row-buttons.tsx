import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { cx } from '#web/lib/cx.ts'
import { IconButton } from '../icon-button.tsx'
import { LazyMenu } from '../overlay/lazy-menu.tsx'
import type { MenuEntry } from '../overlay/menu.tsx'

/** A button in the row of a list. */
export interface RowButton {
  /** Verb and object with its name. */
  label: string
  icon: LucideIcon
  run: () => unknown
  disabledReason?: string | false | null | undefined
  hidden?: boolean | undefined
  loading?: boolean
  /** The key that does the same for the focused row. */
  keys?: string
  /** The icon says that the row is on. */
  lit?: boolean
  danger?: boolean
  className?: string
}

const DIM = 'text-muted! aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'
const QUIET = `${DIM} hover:text-text!`

/** The buttons of a row; one that is disabled states the reason. */
export const RowButtons = ({ of }: { of: readonly RowButton[] }) =>
  of.map(({ icon: Icon, run, disabledReason, hidden, lit, danger, className, ...button }, place) => {
    if (hidden) return null
    return (
      <IconButton
        {...button}
        // biome-ignore lint/suspicious/noArrayIndexKey: a switch has another label once pressed, and keeps the focus
        key={place}
        size="small"
        icon={<Icon size={15} aria-hidden className={lit ? 'text-success' : undefined} />}
        className={cx(danger ? `${DIM} hover:text-danger!` : QUIET, className)}
        disabledReason={disabledReason ?? null}
        onClick={() => void run()}
      />
    )
  })

/** The menu of further actions in a row. */
export const RowMenu = ({
  label,
  icon: Icon = Ellipsis,
  entries,
}: {
  label: string
  icon?: LucideIcon
  entries: () => MenuEntry[]
}) => (
  <LazyMenu
    trigger={<IconButton size="small" label={label} icon={<Icon size={15} aria-hidden />} className={QUIET} />}
    entries={entries}
  />
)
