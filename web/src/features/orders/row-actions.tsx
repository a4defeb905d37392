import BadgeCheck from 'lucide-react/icons/badge-check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { isPaidStatus } from '#contract/statuses.ts'
import { RowButtons } from '#web/ui/table/row-buttons.tsx'
import type { OrderActions } from './order-actions.tsx'
import { isRefundable } from './refundable.ts'

/** An order's buttons: check with the gateway, refund. A disabled button states the reason. */
export function OrderRowActions({ order, actions }: { order: Order; actions: OrderActions }) {
  const { t } = useTranslation('orders')
  const { trade_no: no, status } = order
  const isOpen = !isPaidStatus(status)
  const ask = isConfirmed(order.gateway)
    ? {
        label: t('confirm.row', { no }),
        icon: BadgeCheck,
        disabledReason: (!isOpen || status === 'rejected') && t('confirm.notOpen'),
        run: () => actions.confirm(order),
      }
    : {
        label: t('check.row', { no }),
        icon: RefreshCw,
        disabledReason: !isOpen && status !== 'refunding' && t('check.notOpen'),
        run: () => actions.check(order),
      }
  const refund = {
    label: t('refund.row', { no }),
    icon: Undo2,
    disabledReason: !isRefundable(order) && t(`refund.not.${status}`),
    run: () => actions.refund(order),
  }
  return <RowButtons of={[ask, refund]} />
}
