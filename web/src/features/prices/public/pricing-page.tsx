import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useUser, useUserRatio } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFrame } from '#web/ui/table/list-frame.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { Toolbar } from '#web/ui/table/search/toolbar.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { FormulaBanner } from './formula-banner.tsx'
import { PriceBanner } from './price-banner.tsx'
import { PriceFilters } from './price-filters.tsx'
import { PriceList } from './price-list.tsx'
import { isPerCall } from './prices.ts'
import { pricingQuery } from './pricing-query.ts'
import { pricingList } from './pricing-search.ts'
import { usePricingSearch } from './use-pricing-search.ts'
import { groupsOf, ratioOf, VISITOR_GROUP, viewedGroup } from './viewed.ts'

const Calculator = lazyPart(() => import('./calculator.tsx'))
const FormulaPanel = lazyPart(() => import('./formula-panel.tsx'))

/** The price list of all models, for visitors and users. */
export function PricingPage() {
  const { t } = useTranslation('pricing')
  const user = useUser()
  const display = useStatus()
  const list = useList('pricing', pricingList)
  const { model, tokens, openModel, setTokens } = usePricingSearch()
  const { data, error, isFetching, refetch } = useQuery(pricingQuery)
  const [explained, setExplained] = useState(false)

  const ownGroup = user?.group || VISITOR_GROUP
  const group = data ? viewedGroup(data, list.state.filters.group, ownGroup) : ownGroup
  const userRatio = useUserRatio()
  const groupRatio = ratioOf(data?.ratios ?? {}, group)
  const ratios = { ratio: groupRatio * userRatio, groupRatio, userRatio }
  const view = { group, ...ratios, own: group === ownGroup, display, tokens }
  // The user's own group is not stored in the URL.
  const viewGroup = (next: string | undefined) => list.setFilters({ group: next === ownGroup ? undefined : next })
  const opened = data?.rows.find(({ model_name }) => model_name === model)
  const refresh = () => void refetch()

  return (
    <ListFrame
      title={t('title')}
      action={!user && <ToModels />}
      notice={
        <>
          {data ? (
            <PriceBanner view={view} loggedIn={user !== null} onBack={() => viewGroup(undefined)} />
          ) : (
            !error && <Skeleton className="h-9 shrink-0" />
          )}
          <FormulaBanner explained={explained} onExplain={() => setExplained(!explained)} />
        </>
      }
    >
      <Toolbar list={list} view={null} busy={isFetching} onRefresh={refresh}>
        <PriceFilters
          list={list}
          rows={data?.rows ?? []}
          group={group}
          groups={data ? groupsOf(data) : [group]}
          ratios={data?.ratios}
          onView={viewGroup}
        />
      </Toolbar>
      {/* biome-ignore lint/a11y/useSemanticElements: two fields in a row need no fieldset */}
      <div
        role="group"
        aria-label={t('calculator.title')}
        className="flex min-h-control shrink-0 flex-wrap items-center gap-x-4 gap-y-1.5 max-sm:min-h-[calc(2*var(--control-height)+0.375rem)]"
      >
        <Suspense fallback={<Skeleton className="h-control w-full max-w-3xl" />}>
          <Calculator tokens={tokens} onChange={setTokens} />
        </Suspense>
      </div>
      {explained && (
        <Suspense>
          <FormulaPanel row={opened ?? data?.rows.find((row) => !isPerCall(row))} view={view} />
        </Suspense>
      )}
      {data && error && <RefreshFailure error={error} onRetry={refresh} />}
      {data && model !== undefined && !opened && (
        <Banner tone="warning" role="alert" onDismiss={() => openModel(undefined)}>
          {t('missing', { name: model })}
        </Banner>
      )}
      {!data && error ? (
        <ListFailure error={error} onRetry={refresh} />
      ) : (
        <PriceList
          {...{ list, view, openModel, tokens }}
          prices={data}
          model={opened?.model_name}
          onView={viewGroup}
          onRefresh={refresh}
        />
      )}
    </ListFrame>
  )
}

/** Leads to the catalogue, which tells what the models are. */
function ToModels() {
  const { t } = useTranslation('pricing')
  return (
    <Link to="/models" className={buttonClass('default')}>
      {t('toModels')}
    </Link>
  )
}
