import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type PaymentReceipt, receiptFile } from '#contract/api/payment-receipts.ts'
import type { Order } from '#contract/api/topup.ts'
import { isPaidStatus } from '#contract/statuses.ts'
import { openBilling } from '#web/features/billing/open-billing.tsx'
import { downloadReply, fileNameOf } from '#web/lib/download.ts'
import { formatQuota, formatTime, fullNumber } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { useUser } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure } from '#web/ui/table/list-states.tsx'
import { useMethodText } from './methods.ts'
import { OrderStatusTag } from './order-status.tsx'
import { numberedReceiptsQuery, receiptQuery } from './receipt-query.ts'
import { ReceiptSheet } from './receipt-sheet.tsx'

const route = getRouteApi('/_console/receipt/$id')

/** The numbered receipt of a payment and its credit notes, or the order while it is unpaid. */
export function ReceiptPage() {
  const { t } = useTranslation('receipts')
  const id = Number(route.useParams().id)
  const order = useQuery(receiptQuery(id))
  const numbered = useQuery(numberedReceiptsQuery(id))
  const failed = order.error ? order : numbered
  const isReady = order.data && numbered.data
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3 px-4 py-6 max-sm:px-3">
      <header className="flex items-center justify-between gap-3 print:hidden">
        <h1 className="text-title">{t('receipt.title')}</h1>
        {isReady && (
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => print()}>
            {t('receipt.print')}
          </Button>
        )}
      </header>
      {isReady ? (
        <Sheets order={order.data} receipts={numbered.data} />
      ) : failed.error ? (
        <ListFailure error={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  )
}

function Sheets({ order, receipts }: { order: Order; receipts: readonly PaymentReceipt[] }) {
  const { t } = useTranslation('receipts')
  const isPaid = isPaidStatus(order.status)
  if (receipts.length === 0) {
    return (
      <>
        <Banner tone={isPaid ? 'info' : 'warning'} className="print:hidden">
          {t(isPaid ? 'receipt.soon' : 'receipt.unpaid')}
        </Banner>
        <div data-printed>
          <OrderSheet order={order} />
        </div>
      </>
    )
  }
  return (
    <div data-printed className="flex flex-col gap-3">
      {receipts.map((receipt) => (
        <section key={receipt.id} className="flex flex-col gap-2">
          <ReceiptSheet receipt={receipt} />
          <ReceiptButtons receipt={receipt} order={order} />
        </section>
      ))}
    </div>
  )
}

function ReceiptButtons({ receipt, order }: { receipt: PaymentReceipt; order: Order }) {
  const { t } = useTranslation('receipts')
  const me = useUser()
  const { id, number, kind, buyer } = receipt
  const save = useMutation({
    mutationFn: () => downloadReply(receiptFile, { params: { id } }, `${fileNameOf(number)}.pdf`),
  })
  const canName = kind === 'receipt' && buyer === null && order.user_id === me?.id
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 print:hidden">
      {canName && (
        <Button icon={<Pencil size={16} aria-hidden />} onClick={() => void openBilling(receipt)}>
          {t('billing.name')}
        </Button>
      )}
      <Button icon={<Download size={16} aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
        {t('receipt.pdf', { number })}
      </Button>
    </div>
  )
}

/** An order that has no receipt. */
function OrderSheet({ order }: { order: Order }) {
  const { t } = useTranslation('receipts')
  const { t: wallet } = useTranslation('wallet')
  const status = useStatus()
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
          <span className="text-muted">
            {t('receipt.units', { count: order.quota, units: fullNumber(order.quota) })}
          </span>
        </Line>
      </dl>
      <p className="mt-5 flex items-baseline justify-between gap-3 border-line border-t pt-4">
        <span>{t('receipt.due')}</span>
        <span className="text-title font-strong tabular-nums">{paidText(order)}</span>
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
