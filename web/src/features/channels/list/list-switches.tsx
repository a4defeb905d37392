import { useTranslation } from 'react-i18next'
import { setStored, useStored } from '#web/lib/storage.ts'
import { Switch } from '#web/ui/choice/switch.tsx'

interface ListSwitchesProps {
  /** Called after the order was changed. */
  onReorder: () => void
}

/** Switches the order of the list, and whether selected channels may be deleted. Both are remembered. */
export function ListSwitches({ onReorder }: ListSwitchesProps) {
  const { t } = useTranslation('channels')
  const idSort = useStored('id-sort')
  const batch = useStored('enable-batch-delete')
  return (
    <span className="flex items-center gap-4 pe-1 text-small max-sm:order-last max-sm:basis-full">
      <Switch
        label={t('toolbar.idSort')}
        checked={idSort}
        onChange={(on) => {
          setStored('id-sort', on)
          onReorder()
        }}
      />
      <Switch label={t('toolbar.batch')} checked={batch} onChange={(on) => setStored('enable-batch-delete', on)} />
    </span>
  )
}
