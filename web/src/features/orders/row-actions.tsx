import BadgeCheck from 'lucide-react/icons/badge-check'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import Undo2 from 'lucide-react/icons/undo-2'
import type { Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { isPaidStatus } from '#contract/statuses.ts'
import { useTranslation } from '#web/lib/texts.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { OrderActions } from './order-actions.tsx'
import { isRefundable } from './refundable.ts'

const QUIET =
  'text-muted! hover:text-text! aria-disabled:border-transparent aria-disabled:bg-transparent aria-disabled:opacity-40'

/** An order's buttons: check with the gateway, refund. A disabled button states the reason. */
export function OrderRowActions({ order, actions }: { order: Order; actions: OrderActions }) {
  const { t } = useTranslation('orders')
  const { trade_no: no, status } = order
  const isOpen = !isPaidStatus(status)
  return (
    <>
      {isConfirmed(order.gateway) ? (
        <IconButton
          size="small"
          label={t('confirm.row', { no })}
          icon={<BadgeCheck size={15} aria-hidden />}
          className={QUIET}
          disabledReason={(!isOpen || status === 'rejected') && t('confirm.notOpen')}
          onClick={() => void actions.confirm(order)}
        />
      ) : (
        <IconButton
          size="small"
          label={t('check.row', { no })}
          icon={<RefreshCw size={15} aria-hidden />}
          className={QUIET}
          disabledReason={!isOpen && status !== 'refunding' && t('check.notOpen')}
          onClick={() => actions.check(order)}
        />
      )}
      <IconButton
        size="small"
        label={t('refund.row', { no })}
        icon={<Undo2 size={15} aria-hidden />}
        className={QUIET}
        disabledReason={!isRefundable(order) && t(`refund.not.${status}`)}
        onClick={() => void actions.refund(order)}
      />
    </>
  )
}
