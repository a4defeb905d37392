import type { LucideIcon } from 'lucide-react'
import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'

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
