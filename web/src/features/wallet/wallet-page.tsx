import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZES } from '#contract/api/fields.ts'
import type { Order } from '#contract/api/topup.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { fixed, formatQuota, fullNumber } from '#web/lib/format.ts'
import { paidText } from '#web/lib/format-prices.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy/copy.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { callsLeft } from './calls-left.ts'
import { historyQuery, orderQuery, recentUsageQuery, refreshWallet } from './queries.ts'
import { RedeemCard } from './redeem-card.tsx'
import { TopUpCard } from './topup-card.tsx'

const HistoryList = lazyPart<object>(() => import('./history-list.tsx').then((part) => ({ default: part.HistoryList })))
const OrdersList = lazyPart<object>(() => import('./orders-list.tsx').then((part) => ({ default: part.OrdersList })))

/** Every visit refetches the balance; a response that the layout fetched during the same page load still counts. */
const FRESH_MS = 1000

/** The balance with the ways to top it up and its history, or with one list alone. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const { order, view } = useSearch({ from: '/_console/topup' })
  const navigate = useNavigate({ from: '/topup' })
  const watch = (tradeNo: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, order: tradeNo }), replace: true, resetScroll: false })
  const client = useQueryClient()
  const { data: history } = useQuery(historyQuery({ page: 1, size: PAGE_SIZES[0] }))
  const onStarted = (tradeNo: string) => {
    watch(tradeNo)
    void refreshWallet(client)
  }
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 pt-3 max-sm:px-3">
      <h1 className="text-title">{t('title')}</h1>
      {order && <OrderWatch key={order} tradeNo={order} onDone={() => watch(undefined)} />}
      <Debt />
      <Balance />
      {!view && (
        <div className="grid gap-4 lg:grid-cols-2">
          <RedeemCard />
          <TopUpCard onStarted={onStarted} />
        </div>
      )}
      <Suspense fallback={<Skeleton className="h-60" />}>
        {view === 'orders' ? <OrdersList /> : (view !== undefined || (history?.total ?? 0) > 0) && <HistoryList />}
      </Suspense>
    </div>
  )
}

/** A refund or a dispute has taken back what was spent: calls are refused until it is paid. */
function Debt() {
  const { t } = useTranslation('wallet')
  const status = useStatus()
  const { data: self } = useQuery(selfQuery)
  if (!self || self.quota >= 0) return null
  return <Banner tone="danger">{t('debt', { amount: formatQuota(-self.quota, status) })}</Banner>
}

function Balance() {
  const { t } = useTranslation('wallet')
  const { data: fresh } = useQuery({ ...selfQuery, staleTime: FRESH_MS })
  const { data: usage = [], isPending } = useQuery(recentUsageQuery)
  const left = fresh && callsLeft(fresh.quota, usage)
  return (
    <dl className="flex flex-wrap items-end gap-x-10 gap-y-2 surface px-4 py-3">
      <div>
        <dt className="text-muted">{t('balance')}</dt>
        <dd className="min-h-10 font-strong text-[2rem] leading-10" aria-live="polite">
          {fresh ? <Money quota={fresh.quota} /> : <Skeleton className="h-9 w-32" />}
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t('used')}</dt>
        <dd className="min-h-10 font-strong text-title leading-10">
          {fresh ? <Money quota={fresh.used_quota} /> : <Skeleton className="h-6 w-20" />}
        </dd>
      </div>
      {fresh && fresh.frozen_quota > 0 && (
        <div>
          <dt className="text-muted">{t('frozen')}</dt>
          <dd className="min-h-10 font-strong text-title leading-10" {...tip(t('frozenHint'))}>
            <Money quota={fresh.frozen_quota} />
          </dd>
        </div>
      )}
      {(left || isPending) && (
        <div>
          <dt className="text-muted">{t('left.title')}</dt>
          <dd className="flex min-h-10 items-center" {...tip(t('left.hint'))}>
            {left ? (
              t('left.calls', { count: left.count, calls: fullNumber(left.count), model: left.model })
            ) : (
              <Skeleton className="h-6 w-32" />
            )}
          </dd>
        </div>
      )}
    </dl>
  )
}

interface OrderWatchProps {
  tradeNo: string
  onDone: () => void
}

/** Waits for an order to be credited, then shows the new balance. */
function OrderWatch({ tradeNo, onDone }: OrderWatchProps) {
  const { t } = useTranslation('wallet')
  const client = useQueryClient()
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
            {t('watch.pending', { price: paidText(order), no: order.trade_no })}
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
  const { reference, account, money } = order
  const facts = [
    { name: t('transfer.amount'), shown: paidText(order), copied: fixed(money, 2) },
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
