import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PriceTable } from '#contract/api/price-table.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { Banner } from '#web/ui/banner.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFrame } from '#web/ui/table/list-frame.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { createPriceDrafts, useDrafts, useTermsDrafts } from './price-drafts.ts'
import { PriceList } from './price-list.tsx'
import { priceTableQuery } from './price-query.ts'
import { changedRows, findRows, type PriceRow, rowsOf } from './price-rows.ts'
import { PriceSaveBar } from './price-save-bar.tsx'
import type { PriceSearch } from './price-search.ts'
import { PriceToolbar } from './price-toolbar.tsx'

const TermsDrawer = lazyPart(async () => {
  await loadNamespaces('pricing')
  return import('./terms-drawer.tsx')
})

const route = getRouteApi('/_console/price')

/** The prices of all models on offer in dollars, editable. */
export function PricesPage() {
  const { t } = useTranslation('prices')
  const { data, error, refetch } = useQuery(priceTableQuery)
  const rows = useMemo(() => data && rowsOf(data), [data])
  const retry = () => void refetch()
  return (
    <ListFrame title={t('title')}>
      {error && data && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        rows ? (
          <Prices table={data} rows={rows} />
        ) : (
          <Banner tone="danger">
            {t('unreadable')} <SettingsLink />
          </Banner>
        )
      ) : error ? (
        <ListFailure error={error} onRetry={retry} />
      ) : (
        <Skeleton className="h-80" />
      )}
    </ListFrame>
  )
}

function SettingsLink() {
  const { t } = useTranslation('prices')
  return (
    <Link to="/setting" search={{ tab: 'operation', section: 'ratio' }} className="underline">
      {t('ratios')}
    </Link>
  )
}

function Prices({ table, rows }: { table: PriceTable; rows: readonly PriceRow[] }) {
  const { t } = useTranslation('prices')
  const [store] = useState(createPriceDrafts)
  const drafts = useDrafts(store)
  const terms = useTermsDrafts(store)
  const { keyword: typed = '', shown = 'all', group: chosen = 'default', model } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (patch: PriceSearch) => void navigate({ search: (old) => ({ ...old, ...patch }), replace: true })
  const groups = Object.keys(table.group_ratio)
  const group = groups.includes(chosen) ? chosen : (groups[0] ?? '')
  const review = useRef<HTMLButtonElement>(null)
  // A row stays where it is while it is typed into: the filter "changed" follows drafts, the others do not.
  const isDrafted = { has: (name: string) => drafts.has(name) || terms.has(name) }
  const found = findRows(rows, isDrafted, shown, typed)
  const changed = changedRows(rows, drafts, terms)
  const opened = rows.find((row) => row.model === model)
  const unpriced = rows.filter((row) => row.unpriced !== null).length
  if (rows.length === 0) return <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
  return (
    <>
      <p className="text-muted text-small">
        {t('hint', { date: table.list_version })} <SettingsLink />
      </p>
      {unpriced > 0 && (
        <Banner tone="warning">
          {t(table.sells_unpriced ? 'unpriced.sold' : 'unpriced.refused', { count: unpriced })}
        </Banner>
      )}
      <PriceToolbar
        {...{ rows, found, store, typed, shown, group, groups }}
        onType={(keyword) => change({ keyword: keyword || undefined })}
        onShow={(next) => change({ shown: next === 'all' ? undefined : next })}
        onGroup={(next) => change({ group: next === 'default' ? undefined : next })}
      />
      <PriceList
        {...{ found, store, group }}
        ratio={table.group_ratio[group] ?? 1}
        onDone={() => review.current?.focus()}
      />
      <PriceSaveBar {...{ table, store, changed, review }} />
      {opened && (
        <Suspense>
          <TermsDrawer
            key={opened.model}
            {...{ row: opened, store, groups }}
            onClose={() => void navigate({ search: (old) => ({ ...old, model: undefined }) })}
          />
        </Suspense>
      )}
    </>
  )
}
