import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
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
}

const QUIET =
  'text-muted! hover:text-text! aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'

/** The buttons of a row; one that is disabled states the reason. */
export const RowButtons = ({ of }: { of: readonly RowButton[] }) =>
  of.map(({ label, icon: Icon, run, disabledReason }, place) => (
    <IconButton
      // biome-ignore lint/suspicious/noArrayIndexKey: a switch has another label once pressed, and keeps the focus
      key={place}
      size="small"
      label={label}
      icon={<Icon size={15} aria-hidden />}
      className={QUIET}
      disabledReason={disabledReason ?? null}
      onClick={() => void run()}
    />
  ))

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
