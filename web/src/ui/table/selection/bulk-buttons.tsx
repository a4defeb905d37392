import Power from 'lucide-react/icons/power'
import PowerOff from 'lucide-react/icons/power-off'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../button.tsx'

interface BulkButtonsProps<Row> {
  rows: readonly Row[]
  /** Each asks for confirmation first, and resolves with the processed rows. */
  actions: {
    setStatusOfMany: (rows: readonly Row[], on: boolean) => Promise<readonly Row[]>
    remove: (rows: readonly Row[]) => Promise<readonly Row[]>
  }
  /** Removes rows from the selection. */
  done: (rows: readonly Row[]) => void
  mayDelete?: boolean
}

/** Bulk actions for lists with rows that can be enabled and disabled; failed rows stay selected. */
export function BulkButtons<Row>({ rows, actions, done, mayDelete = true }: BulkButtonsProps<Row>) {
  const { t } = useTranslation()
  const [running, setRunning] = useState<'enable' | 'disable' | 'delete' | null>(null)
  const button = (act: 'enable' | 'disable' | 'delete', run: () => Promise<readonly Row[]>) => ({
    size: 'small' as const,
    loading: running === act,
    async onClick() {
      if (running) return
      setRunning(act)
      done(await run())
      setRunning(null)
    },
  })
  const setStatus = (on: boolean) => actions.setStatusOfMany(rows, on)
  return (
    <>
      <Button {...button('enable', () => setStatus(true))} icon={<Power size={14} aria-hidden />}>
        {t('action.enable')}
      </Button>
      <Button {...button('disable', () => setStatus(false))} icon={<PowerOff size={14} aria-hidden />}>
        {t('action.disable')}
      </Button>
      {mayDelete && (
        <Button
          {...button('delete', () => actions.remove(rows))}
          icon={<Trash2 size={14} aria-hidden />}
          className="text-danger"
        >
          {t('action.delete')}
        </Button>
      )}
    </>
  )
}
