import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { usePriceText } from '#web/features/wallet/use-price-text.ts'
import { fullNumber } from '#web/lib/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Money } from '#web/ui/money.tsx'
import { Time } from '#web/ui/time.tsx'
import type { OrderActions } from './order-actions.tsx'

/** The expanded row: the meaning of its status, its numbers, and links to related records. */
export function OrderDetail({ order, actions }: { order: Order; actions: OrderActions }) {
  const { t } = useTranslation('orders')
  const { t: wallet } = useTranslation('wallet')
  const priceText = usePriceText()
  const { user_id: id, username, gateway_trade_no: theirs, trade_no: ours } = order
  return (
    <div className="grid grid-cols-1 gap-3">
      <p>
        {isConfirmed(order.gateway) && order.status === 'pending' ? t('confirm.state') : t(`state.${order.status}`)}
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        <Fact name="ID">{order.id}</Fact>
        <Fact name={t('detail.amount')}>{fullNumber(order.amount)}</Fact>
        <Fact name={wallet('orders.no')}>
          <code className="break-all">{ours}</code>
        </Fact>
        {theirs && (
          <Fact name={t('detail.theirs')}>
            <code className="break-all">{theirs}</code>
            <CopyButton label={wallet('orders.copyNo', { no: theirs })} text={theirs} shown={theirs} />
          </Fact>
        )}
        {order.reference && (
          <Fact name={wallet('transfer.reference')}>
            <code>{order.reference}</code>
          </Fact>
        )}
        <Fact name={wallet('orders.created')}>
          <Time at={order.create_time} exact />
        </Fact>
        {order.returned_quota > 0 && (
          <Fact name={t('detail.returned')}>
            {priceText({ money: order.returned_money, currency: order.currency })} ·{' '}
            <Money quota={order.returned_quota} />
          </Fact>
        )}
        {order.frozen_quota > 0 && (
          <Fact name={t('detail.frozen')}>
            <Money quota={order.frozen_quota} />
          </Fact>
        )}
        {order.complete_time > 0 && (
          <Fact name={wallet('orders.completed')}>
            <Time at={order.complete_time} exact />
          </Fact>
        )}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Link to="/user/$id" params={{ id }} className={buttonClass('default', 'small')}>
          {t('detail.user')}
        </Link>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-h-7 items-center gap-1">{children}</dd>
    </div>
  )
}
