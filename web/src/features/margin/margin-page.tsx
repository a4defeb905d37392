import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import Download from 'lucide-react/icons/download'
import Percent from 'lucide-react/icons/percent'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type CacheSavings, exportMargin, type MarginSums } from '#contract/api/margin.ts'
import { downloadReply } from '#web/lib/download.ts'
import { formatPercent } from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Loaded } from '#web/ui/table/list-states.tsx'
import { marginOf, rateOf, unknownShare } from './margin.ts'
import { AlertsCard, UnknownCard } from './margin-cards.tsx'
import { MarginFilters } from './margin-filters.tsx'
import type { MarginSearch } from './margin-search.ts'
import { MarginTable } from './margin-table.tsx'
import { type Margin, marginInput, marginQuery } from './queries.ts'

const route = getRouteApi('/_console/margin')

const BillsView = lazyPart(() => import('./bills/bills-view.tsx'))

/** Margins, or the comparisons with vendors' bills, for administrators only. */
export function MarginPage() {
  const search = route.useSearch()
  return search.view === 'bills' ? <BillsPage bill={search.bill} /> : <Margins search={search} />
}

function BillsPage({ bill }: { bill: number | undefined }) {
  const { t } = useTranslation('margin')
  return (
    <Page title={t('bills')}>
      <Suspense fallback={<Skeleton className="h-60" />}>
        <BillsView bill={bill} />
      </Suspense>
    </Page>
  )
}

/** What calls brought in, what they cost, and what is left. */
function Margins({ search }: { search: MarginSearch }) {
  const { t } = useTranslation('margin')
  const navigate = route.useNavigate()
  const change = (patch: MarginSearch, replace = false) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace })
  const save = useMutation({
    mutationFn: () =>
      downloadReply(exportMargin, { query: marginInput(search) }, `margin-by-${search.by ?? 'channel'}.csv`),
  })
  const download = (
    <Button icon={<Download size={16} aria-hidden />} loading={save.isPending} onClick={() => save.mutate()}>
      {t('csv')}
    </Button>
  )
  return (
    <Page title={t('title')} hint={t('hint')} action={download}>
      <MarginFilters search={search} onChange={change} />
      <Loaded query={useQuery(marginQuery(search))}>
        {(margin) => <Report margin={margin} search={search} onChange={change} />}
      </Loaded>
    </Page>
  )
}

interface ReportProps {
  margin: Margin
  search: MarginSearch
  onChange: (patch: MarginSearch) => void
}

function Report({ margin, search, onChange }: ReportProps) {
  const { t } = useTranslation('margin')
  return (
    <>
      {margin.alerts.length > 0 && <AlertsCard alerts={margin.alerts} />}
      {margin.rows.length === 0 ? (
        <EmptyState
          icon={<Percent aria-hidden className="size-8" />}
          title={t('empty.title')}
          hint={t('empty.hint')}
          action={
            <Link to="/channel" className={buttonClass('default')}>
              {t('empty.action')}
            </Link>
          }
        />
      ) : (
        <>
          <MarginNumbers total={margin.total} cache={margin.cache} />
          <MarginTable margin={margin} search={search} onChange={onChange} />
          {margin.unknown.length > 0 && <UnknownCard unknown={margin.unknown} />}
        </>
      )}
    </>
  )
}

/** The sums of the period. */
function MarginNumbers({ total, cache }: { total: MarginSums; cache: CacheSavings }) {
  const { t } = useTranslation('margin')
  const margin = marginOf(total)
  const rate = rateOf(total)
  const unknown = unknownShare(total)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3 max-sm:grid-cols-2">
      <Figure name={t('column.quota')} value={<Money quota={total.quota} />} />
      <Figure name={t('column.cost')} value={<Money quota={total.cost} />} />
      <Figure
        name={t('column.margin')}
        value={
          <span className={margin < 0 ? 'text-danger' : ''}>
            <Money quota={margin} />
          </span>
        }
        note={rate === null ? '' : formatPercent(rate)}
      />
      <Figure
        name={t('number.unknown')}
        value={<span className={unknown > 0 ? 'text-warning' : ''}>{formatPercent(unknown)}</span>}
        note={t(unknown > 0 ? 'number.unknownHint' : 'number.known')}
      />
      {cache.affinity > 0 && (
        <Figure
          name={t('number.cache')}
          value={<Money quota={cache.affinity} />}
          note={
            <>
              {t('number.cacheOf')} <Money quota={cache.saved} />
            </>
          }
        />
      )}
    </dl>
  )
}

function Figure({ name, value, note = '' }: { name: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="min-w-0 surface px-4 py-3 max-sm:px-3">
      <dt className="text-muted text-small">{name}</dt>
      <dd className="truncate text-title tabular-nums">{value}</dd>
      <dd className="min-h-5 truncate text-muted text-small">{note}</dd>
    </div>
  )
}
