import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import WalletHistory from '#web/features/users/wallet-history.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

/** Shows the balance changes of the order's user. */
export default function HistoryDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('orders')
  return (
    <Dialog
      reading
      width="wide"
      title={t('history', { name: order.username || `ID ${order.user_id}` })}
      onClose={onClose}
    >
      <WalletHistory id={order.user_id} />
    </Dialog>
  )
}
