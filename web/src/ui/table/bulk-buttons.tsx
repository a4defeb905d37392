import { Power, PowerOff, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'

interface BulkButtonsProps<Row> {
  rows: readonly Row[]
  actions: {
    setStatusOfMany: (rows: readonly Row[], on: boolean) => Promise<void>
    /** Asks first. Resolves with whether all were deleted. */
    remove: (rows: readonly Row[]) => Promise<boolean>
  }
  /** Clears the choice. */
  done: () => void
}

/** What can be done with chosen rows of any list that switches on and off; each ends the choice. */
export function BulkButtons<Row>({ rows, actions, done }: BulkButtonsProps<Row>) {
  const { t } = useTranslation()
  const setStatus = async (on: boolean) => {
    done()
    await actions.setStatusOfMany(rows, on)
  }
  const remove = async () => {
    if (await actions.remove(rows)) done()
  }
  return (
    <>
      <Button size="small" icon={<Power size={14} aria-hidden />} onClick={() => setStatus(true)}>
        {t('action.enable')}
      </Button>
      <Button size="small" icon={<PowerOff size={14} aria-hidden />} onClick={() => setStatus(false)}>
        {t('action.disable')}
      </Button>
      <Button size="small" icon={<Trash2 size={14} aria-hidden />} className="text-danger" onClick={remove}>
        {t('action.delete')}
      </Button>
    </>
  )
}
