import type { LucideIcon } from 'lucide-react'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { Button } from '../button.tsx'
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
  danger?: boolean
  className?: string
}

/** The icon of a button that switches a row on or off shows the action, not the state. */
export const switchIcon = (isOn: boolean) => (isOn ? PowerOff : Power)

const DIM = 'text-muted! aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'
const QUIET = `${DIM} hover:text-text!`

/** The buttons of a row; one that is disabled states the reason. */
export const RowButtons = ({ of }: { of: readonly RowButton[] }) =>
  of.map(({ icon: Icon, run, disabledReason, hidden, danger, className, ...button }, place) => {
    if (hidden) return null
    return (
      <IconButton
        {...button}
        // biome-ignore lint/suspicious/noArrayIndexKey: a switch has another label once pressed, and keeps the focus
        key={place}
        size="small"
        icon={<Icon size={15} aria-hidden />}
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

/** An action on the selected rows. */
export interface BulkAction<Row> {
  label: string
  icon: LucideIcon
  danger?: boolean
  /** Resolves with the rows that can be deselected. */
  run: (rows: readonly Row[]) => Promise<readonly Row[]>
}

interface BulkButtonsProps<Row> {
  rows: readonly Row[]
  actions: readonly BulkAction<Row>[]
  /** Removes rows from the selection. */
  done: (rows: readonly Row[]) => void
}

/** The buttons of actions on the selected rows, of which one runs at a time; failed rows stay selected. */
export function BulkButtons<Row>({ rows, actions, done }: BulkButtonsProps<Row>) {
  const [running, setRunning] = useState<string>()
  const start = async ({ label, run }: BulkAction<Row>) => {
    if (running) return
    setRunning(label)
    done(await run(rows))
    setRunning(undefined)
  }
  return actions.map((action) => (
    <Button
      key={action.label}
      size="small"
      loading={running === action.label}
      icon={<action.icon size={14} aria-hidden />}
      className={action.danger ? 'text-danger' : undefined}
      onClick={() => void start(action)}
    >
      {action.label}
    </Button>
  ))
}

interface StatusActions<Row> {
  setStatusOfMany: (rows: readonly Row[], on: boolean) => Promise<readonly Row[]>
  remove: (rows: readonly Row[]) => Promise<readonly Row[]>
}

/** Returns the actions of rows that can be enabled, disabled and deleted; each asks for confirmation first. */
export function useStatusActions<Row>(actions: StatusActions<Row>): BulkAction<Row>[] {
  const { t } = useTranslation()
  return [
    { label: t('action.enable'), icon: Power, run: (rows) => actions.setStatusOfMany(rows, true) },
    { label: t('action.disable'), icon: PowerOff, run: (rows) => actions.setStatusOfMany(rows, false) },
    { label: t('action.delete'), icon: Trash2, danger: true, run: actions.remove },
  ]
}
