import { Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'

interface ListSwitchesProps {
  /** Called after the order was switched. */
  onReorder: () => void
  /** Deletes what is chosen, or says that nothing is. */
  onDelete: () => void
}

/** How the list is ordered and whether its rows can be chosen; both are remembered. */
export function ListSwitches({ onReorder, onDelete }: ListSwitchesProps) {
  const { t } = useTranslation('channels')
  const idSort = useStored('id-sort')
  const batch = useStored('enable-batch-delete')
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1 pe-2 text-small">
      <Switch
        label={t('toolbar.idSort')}
        checked={idSort}
        onChange={(on) => {
          setStored('id-sort', on)
          onReorder()
        }}
      />
      <Switch label={t('toolbar.batch')} checked={batch} onChange={(on) => setStored('enable-batch-delete', on)} />
      {batch && (
        <Button size="small" className="max-sm:hidden" icon={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
          {t('toolbar.deleteChosen')}
        </Button>
      )}
    </span>
  )
}
