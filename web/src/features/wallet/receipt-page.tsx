import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { isPaidStatus } from '#contract/statuses.ts'
import { formatQuota, formatTime, fullNumber } from '#web/lib/format.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { useMethodText } from './methods.ts'
import { OrderStatusTag } from './order-status.tsx'
import { receiptQuery } from './receipt-query.ts'
import { usePriceText } from './use-price-text.ts'

const route = getRouteApi('/_console/receipt/$id')

/** The receipt of a payment, on one sheet to print. */
export function ReceiptPage() {
  const { t } = useTranslation('wallet')
  const { id } = route.useParams()
  const { data: order, error, refetch } = useQuery(receiptQuery(Number(id)))
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3 px-4 py-6 max-sm:px-3">
      <header className="flex items-center justify-between gap-3 print:hidden">
        <h1 className="text-title">{t('receipt.title')}</h1>
        {order && (
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => print()}>
            {t('receipt.print')}
          </Button>
        )}
      </header>
      {order ? (
        <Receipt order={order} />
      ) : error ? (
        <ListFailure error={error} onRetry={refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function Receipt({ order }: { order: Order }) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const priceText = usePriceText()
  const methodText = useMethodText()
  const isPaid = isPaidStatus(order.status)
  return (
    <>
      {!isPaid && (
        <Banner tone="warning" className="print:hidden">
          {t('receipt.unpaid')}
        </Banner>
      )}
      <article data-receipt aria-label={t('receipt.title')} className="surface p-6 max-sm:p-4">
        <header className="mb-5 flex flex-wrap items-start justify-between gap-3 border-line border-b pb-4">
          <div>
            <p className="text-section font-strong">{status.system_name}</p>
            {status.server_address && <p className="text-muted text-small">{status.server_address}</p>}
          </div>
          <p className="text-right">
            <span className="block font-strong">{t(isPaid ? 'receipt.heading' : 'receipt.order')}</span>
            <OrderStatusTag status={order.status} />
          </p>
        </header>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <Line name={t('orders.no')}>
            <span className="break-all">{order.trade_no}</span>
          </Line>
          {order.gateway_trade_no && (
            <Line name={t('receipt.payment')}>
              <span className="break-all">{order.gateway_trade_no}</span>
            </Line>
          )}
          <Line name={t('receipt.buyer')}>
            {order.username || `#${order.user_id}`} <span className="text-muted">ID {order.user_id}</span>
          </Line>
          <Line name={t('orders.created')}>{formatTime(order.create_time)}</Line>
          {order.complete_time > 0 && <Line name={t('orders.completed')}>{formatTime(order.complete_time)}</Line>}
          <Line name={t('orders.method')}>{methodText(order.method)}</Line>
          <Line name={t('receipt.bought')}>
            {formatQuota(order.quota, status)}{' '}
            <span className="text-muted">{t('receipt.units', { units: fullNumber(order.quota) })}</span>
          </Line>
        </dl>
        <p className="mt-5 flex items-baseline justify-between gap-3 border-line border-t pt-4">
          <span>{t(isPaid ? 'receipt.paid' : 'receipt.due')}</span>
          <span className="text-title font-strong tabular-nums">{priceText(order)}</span>
        </p>
        {order.status === 'refunded' && <p className="mt-2 text-small">{t('receipt.refunded')}</p>}
      </article>
    </>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right tabular-nums">{children}</dd>
    </>
  )
}
