import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { useMethodText } from '#web/features/wallet/methods.ts'
import { OrderStatusTag } from '#web/features/wallet/order-status.tsx'
import { fullNumber } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Money } from '#web/ui/money.tsx'
import { ObjectLink } from '#web/ui/object-link.tsx'
import { Time } from '#web/ui/time.tsx'
import type { OrderActions } from './order-actions.tsx'

/** The expanded row: the meaning of its status, its numbers, and links to related records. */
export function OrderDetail({ order, actions }: { order: Order; actions: OrderActions }) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const methodText = useMethodText()
  const { user_id: id, username, gateway_trade_no: theirs, trade_no: ours } = order
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        {isConfirmed(order.gateway) && order.status === 'pending' ? t('confirm.state') : t(`state.${order.status}`)}
      </p>
      <Facts
        className="grid-cols-2"
        facts={[
          {
            name: t('column.user'),
            value: (
              <ObjectLink kind="user" id={id}>
                {username || `ID ${id}`}
              </ObjectLink>
            ),
          },
          { name: wallet('orders.status'), value: <OrderStatusTag status={order.status} /> },
          { name: wallet('orders.money'), value: paidText(order) },
          { name: wallet('orders.quota'), value: <Money quota={order.quota} /> },
          { name: wallet('orders.method'), value: `${methodText(order.method)} · ${order.gateway}` },
          { name: t('detail.amount'), value: fullNumber(order.amount) },
          { name: wallet('orders.no'), value: <code className="break-all">{ours}</code>, wide: true },
          theirs && {
            name: t('detail.theirs'),
            value: (
              <span className="flex items-center gap-1">
                <code className="break-all">{theirs}</code>
                <CopyButton label={wallet('orders.copyNo', { no: theirs })} text={theirs} shown={theirs} />
              </span>
            ),
            wide: true,
          },
          order.reference && { name: wallet('transfer.reference'), value: <code>{order.reference}</code> },
          { name: wallet('orders.created'), value: <Time at={order.create_time} exact /> },
          order.returned_quota > 0 && {
            name: t('detail.returned'),
            value: (
              <>
                {paidText({ money: order.returned_money, currency: order.currency })} ·{' '}
                <Money quota={order.returned_quota} />
              </>
            ),
          },
          order.frozen_quota > 0 && { name: t('detail.frozen'), value: <Money quota={order.frozen_quota} /> },
          order.complete_time > 0 && {
            name: wallet('orders.completed'),
            value: <Time at={order.complete_time} exact />,
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Link to="/receipt/$id" params={{ id: String(order.id) }} className={buttonClass('default', 'small')}>
          {wallet('receipt.open')}
        </Link>
        <Button size="small" onClick={() => void actions.showHistory(order)}>
          {t('detail.history')}
        </Button>
        {username && (
          <Link
            from="/order"
            to="/order"
            search={({ size }) => ({ size, username })}
            className={buttonClass('default', 'small')}
          >
            {t('detail.orders')}
          </Link>
        )}
      </div>
    </div>
  )
}
