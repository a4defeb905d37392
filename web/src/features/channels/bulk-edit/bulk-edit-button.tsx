import Pencil from 'lucide-react/icons/pencil'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '#contract/api/channels.ts'
import { useActions } from '#web/lib/keys/hotkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { openOverlay } from '#web/ui/overlay/overlay.tsx'
import { useFreezeOrder } from '#web/ui/table/editing/frozen-order.ts'

const BulkEditDialog = lazy(() => import('./bulk-edit-dialog.tsx'))
const KEYS = 'shift+e'

interface BulkEditButtonProps {
  channels: readonly Channel[]
  /** The channels on the visible page, whose order is kept. */
  shown: readonly Channel[]
  /** Removes channels from the selection. */
  done: (channels: readonly Channel[]) => void
}

/** Edits fields of the selected channels together. Channels that the server refuses stay selected. */
export function BulkEditButton({ channels, shown, done }: BulkEditButtonProps) {
  const { t } = useTranslation('channels')
  const order = useFreezeOrder()
  async function open() {
    const finished = await openOverlay<readonly Channel[]>((close) => (
      <BulkEditDialog {...{ channels, shown, order }} onClose={close} />
    ))
    done(finished ?? [])
  }
  useActions([{ id: 'channel.editChosen', keys: KEYS, label: t('bulk.editKey'), run: () => void open() }])
  return (
    <Button size="small" keys={KEYS} icon={<Pencil size={14} aria-hidden />} onClick={() => void open()}>
      {t('bulk.edit')}
    </Button>
  )
}
