import { useQuery, useQueryClient } from '@tanstack/react-query'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#contract/api/topup.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { formatQuota } from '#web/lib/format.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { orderQuery, refreshWallet } from './queries.ts'
import { usePriceText } from './use-price-text.ts'

interface OrderWatchProps {
  tradeNo: string
  onDone: () => void
}

/** Waits for an order to be credited, then shows the new balance. */
export function OrderWatch({ tradeNo, onDone }: OrderWatchProps) {
  const { t } = useTranslation('wallet')
  const client = useQueryClient()
  const priceText = usePriceText()
  const { data: order, error, refetch } = useQuery(orderQuery(tradeNo))
  const credited = order?.status === ORDER_STATUS.success
  useEffect(() => {
    if (credited) void refreshWallet(client)
  }, [credited, client])

  const again = (
    <Button size="small" onClick={() => void refetch()}>
      {t('watch.check')}
    </Button>
  )
  if (order === undefined) {
    if (!error) return null
    return (
      <Banner tone="danger" role="alert" action={again} onDismiss={onDone}>
        {t('watch.failed', { message: error.message })}
      </Banner>
    )
  }
  if (order === null) {
    return (
      <Banner tone="warning" role="status" onDismiss={onDone}>
        {t('watch.unknown', { no: tradeNo })}
      </Banner>
    )
  }
  if (order.status === ORDER_STATUS.pending && order.account.length > 0) {
    return <TransferCard order={order} onDismiss={onDone} />
  }
  if (order.status === ORDER_STATUS.pending) {
    return (
      <Banner tone="info" role="status" onDismiss={onDone}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="min-w-0 flex-1 basis-56 break-words">
            <LoaderCircle size={14} aria-hidden className="me-1.5 inline animate-spin align-[-2px]" />
            {t('watch.pending', { price: priceText(order), no: order.trade_no })}
          </span>
          {again}
        </div>
      </Banner>
    )
  }
  return (
    <Banner tone={credited ? 'success' : 'warning'} role="status" onDismiss={onDone}>
      {credited ? <Credited order={order} /> : t(`watch.${order.status}`, { no: order.trade_no })}
    </Banner>
  )
}

/** The balance is fetched after the order was seen as paid. */
function Credited({ order }: { order: Order }) {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const { data: self, isFetching } = useQuery(selfQuery)
  return (
    <>
      <strong>{t('watch.success', { amount: formatQuota(order.quota, status) })}</strong>{' '}
      {self && !isFetching && t('watch.balance', { amount: formatQuota(self.quota, status) })}
    </>
  )
}

/** What a payer needs for a bank transfer: account, amount, and the reference that binds it to the order. */
function TransferCard({ order, onDismiss }: { order: Order; onDismiss: () => void }) {
  const { t } = useTranslation('wallet')
  const priceText = usePriceText()
  const { reference, account, money } = order
  const facts = [
    { name: t('transfer.amount'), shown: priceText(order), copied: money.toFixed(2) },
    { name: t('transfer.reference'), shown: reference, copied: reference },
    { name: t('transfer.account'), shown: account.join('\n'), copied: account.join('\n') },
  ]
  return (
    <Card title={t('transfer.title')}>
      <p>{t('transfer.how')}</p>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_auto_1fr]">
        {facts.map(({ name, shown, copied }) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted text-small">{name}</dt>
            <dd className="flex items-start gap-1">
              <span className="min-w-0 whitespace-pre-line break-words font-strong tabular-nums">{shown}</span>
              <CopyButton className="-mt-1" label={t('transfer.copy', { name })} text={copied} shown={name} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted text-small">{t('transfer.later', { no: order.trade_no })}</p>
      <div>
        <Button size="small" onClick={onDismiss}>
          {t('transfer.close')}
        </Button>
      </div>
    </Card>
  )
}
