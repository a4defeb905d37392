import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Onboarding } from '#web/features/setup/onboarding.tsx'
import { zoneName } from '#web/lib/format.ts'
import { useIsAdmin } from '#web/lib/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { CostChart } from './cost-chart.tsx'
import type { DashboardSearch } from './dashboard-search.ts'
import { ExportButton } from './export-button.tsx'
import { Numbers } from './numbers.tsx'
import type { View } from './part.ts'
import { stepOf } from './period.ts'
import { PeriodFilter } from './period-filter.tsx'
import { type Scope, type Usage, usageQuery } from './queries.ts'
import { seriesOf } from './series.ts'
import { ShareChart } from './share-chart.tsx'
import { SpendTable } from './spend-table.tsx'
import { belongsTo, bucketsOf, rankParts, totalOf } from './usage.ts'

const UsageTable = lazy(() => import('./usage-table.tsx'))

const route = getRouteApi('/_console/detail')

/** Shows usage and spending over a period: numbers, bars, shares and a table. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { t: shell } = useTranslation('shell')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const scope: Scope = useIsAdmin() ? 'all' : 'own'
  const { data, error, isPlaceholderData, refetch } = useQuery(usageQuery(scope, search))
  const change = (patch: DashboardSearch, history?: 'replace') =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace: history === 'replace' })
  return (
    <div className="flex min-w-0 flex-col gap-3 px-4 pt-3 pb-6 max-sm:px-3">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-fit flex-1 text-title">{scope === 'all' ? shell('section.overview') : t('title')}</h1>
        <PeriodFilter search={search} onChange={change} />
      </header>
      <Onboarding placeholder={<Loading />}>
        {data && error && <RefreshFailure error={error} onRetry={refetch} />}
        {data ? (
          <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
            <UsageView usage={data} search={search} scope={scope} />
          </div>
        ) : error ? (
          <ListFailure error={error} onRetry={refetch} />
        ) : (
          <Loading />
        )}
      </Onboarding>
    </div>
  )
}

function UsageView({ usage, search, scope }: { usage: Usage; search: DashboardSearch; scope: Scope }) {
  const { t } = useTranslation('dashboard')
  const { by, span, rows, before } = usage
  const username = scope === 'all' ? search.username : undefined
  const view: View = { by, all: scope === 'all', username }
  const step = stepOf(search, span)
  const metric = search.metric ?? 'quota'
  const buckets = bucketsOf(rows, span, step)
  const series = seriesOf(rankParts(rows, metric).filter((part) => belongsTo(metric, part)))
  const total = totalOf(rows)
  if (rows.length === 0) {
    return (
      <div className="grid min-h-150 place-items-center surface">
        <EmptyState icon={<ChartColumn size={28} aria-hidden />} title={t('empty.title')} hint={t('empty.hint')} />
      </div>
    )
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Numbers {...{ total, buckets, span, username }} before={totalOf(before)} />
      <div className="grid min-w-0 gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Panel title={t(`chart.title.${by}.${metric}`)} hint={t('chart.zone', { zone: zoneName() })}>
          <CostChart {...{ buckets, series, step, metric, total, view }} />
        </Panel>
        <Panel title={t(`share.title.${by}`)}>
          <ShareChart
            ranking={rankParts(rows, 'count').filter(({ count }) => count > 0)}
            series={series}
            span={span}
            view={view}
          />
        </Panel>
      </div>
      <SpendTable
        ranking={rankParts(rows, 'quota').filter(({ count, quota }) => count > 0 || quota > 0)}
        {...{ series, total, view }}
      />
      <div className="relative">
        <details className="surface">
          <summary className="min-h-11 px-4 py-2.5 font-strong">{t('table.title')}</summary>
          <Suspense fallback={<Skeleton className="m-4 h-40" />}>
            <UsageTable {...{ buckets, series, step, metric, view }} />
          </Suspense>
        </details>
        <div className="absolute top-1.5 right-3">
          <ExportButton scope={scope} span={span} username={username} />
        </div>
      </div>
    </div>
  )
}

function Panel({ title, hint, children }: { title: string; hint?: string; children: React.ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col surface px-4 py-3 max-sm:px-3">
      <h2 className="mb-3 flex flex-wrap items-baseline gap-x-3 font-strong">
        {title}
        {hint && <span className="font-normal text-muted text-small">{hint}</span>}
      </h2>
      {children}
    </section>
  )
}

/** Same height as the loaded content, so that the footer stays in place. */
function Loading() {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['max-sm:h-24', 'max-sm:h-24', 'max-sm:h-33', 'max-sm:h-33'].map((height, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: four places that never change
          <Skeleton key={place} className={`h-31 ${height}`} />
        ))}
      </div>
      <div className="grid gap-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-107" />
        <Skeleton className="h-107" />
      </div>
      <Skeleton className="h-11.5" />
    </div>
  )
}
