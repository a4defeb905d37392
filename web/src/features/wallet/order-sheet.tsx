import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { formatQuota, formatTime, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { useMethodText } from './methods.ts'
import { OrderStatusTag } from './order-status.tsx'
import { usePriceText } from './use-price-text.ts'

/** An order that has no receipt. */
export function OrderSheet({ order }: { order: Order }) {
  const { t } = useTranslation('receipts')
  const { t: wallet } = useTranslation('wallet')
  const status = useStatus()
  const priceText = usePriceText()
  const methodText = useMethodText()
  return (
    <article data-sheet aria-label={t('receipt.order')} className="surface p-6 max-sm:p-4">
      <header className="mb-5 flex flex-wrap items-start justify-between gap-3 border-line border-b pb-4">
        <div>
          <p className="text-section font-strong">{status.system_name}</p>
          {status.server_address && <p className="text-muted text-small">{status.server_address}</p>}
        </div>
        <p className="text-right">
          <span className="block font-strong">{t('receipt.order')}</span>
          <OrderStatusTag status={order.status} />
        </p>
      </header>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <Line name={wallet('orders.no')}>{order.trade_no}</Line>
        <Line name={t('receipt.buyer')}>
          {order.username || `#${order.user_id}`} <span className="text-muted">ID {order.user_id}</span>
        </Line>
        <Line name={wallet('orders.created')}>{formatTime(order.create_time)}</Line>
        <Line name={wallet('orders.method')}>{methodText(order.method)}</Line>
        <Line name={t('receipt.bought')}>
          {formatQuota(order.quota, status)}{' '}
          <span className="text-muted">{t('receipt.units', { units: fullNumber(order.quota) })}</span>
        </Line>
      </dl>
      <p className="mt-5 flex items-baseline justify-between gap-3 border-line border-t pt-4">
        <span>{t('receipt.due')}</span>
        <span className="text-title font-strong tabular-nums">{priceText(order)}</span>
      </p>
    </article>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-all text-right tabular-nums">{children}</dd>
    </>
  )
}
