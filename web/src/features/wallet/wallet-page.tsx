import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { formatQuota, fullNumber } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { selfQuery } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { tip } from '#web/ui/tooltip.tsx'
import { callsLeft } from './calls-left.ts'
import { OrderWatch } from './order-watch.tsx'
import { recentUsageQuery, refreshWallet } from './queries.ts'
import { RedeemCard } from './redeem-card.tsx'
import { TopUpCard } from './topup-card.tsx'

const WalletLists = lazyPart(() => import('./wallet-lists.tsx'))

/** Every visit refetches the balance; a response that the layout fetched during the same page load still counts. */
const FRESH_MS = 1000

/** The balance, the ways to top it up, and its history. */
export function WalletPage() {
  const { t } = useTranslation('wallet')
  const { order } = useSearch({ from: '/_console/topup' })
  const navigate = useNavigate({ from: '/topup' })
  const watch = (tradeNo: string | undefined) =>
    void navigate({ search: (search) => ({ ...search, order: tradeNo }), replace: true, resetScroll: false })
  const client = useQueryClient()
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
      <div className="grid gap-4 lg:grid-cols-2">
        <RedeemCard />
        <TopUpCard onStarted={onStarted} />
      </div>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <WalletLists />
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
  const { data: usage = [] } = useQuery(recentUsageQuery)
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
      {left && (
        <div>
          <dt className="text-muted">{t('left.title')}</dt>
          <dd className="flex min-h-10 items-center">
            {t('left.calls', { count: left.count, calls: fullNumber(left.count), model: left.model })}
          </dd>
        </div>
      )}
    </dl>
  )
}
