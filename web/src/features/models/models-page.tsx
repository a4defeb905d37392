import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPerCall } from '#web/features/prices/public/prices.ts'
import { groupsOf, ratioOf, viewedGroup } from '#web/features/prices/public/viewed.ts'
import { lazyPart } from '#web/lib/lazy/lazy-part.ts'
import { useUser, useUserRatio } from '#web/lib/session.ts'
import { useStatus } from '#web/lib/status.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ListFrame } from '#web/ui/table/list-frame.tsx'
import { ListFailure, RefreshFailure } from '#web/ui/table/list-states.tsx'
import { Toolbar } from '#web/ui/table/search/toolbar.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { catalogueQuery } from './catalogue-query.ts'
import { CostToggles } from './cost-toggles.tsx'
import { ModelsFilters } from './models-filters.tsx'
import { modelsList } from './models-search.ts'
import { ModelsTable } from './models-table.tsx'
import { PriceLine } from './price-line.tsx'
import { useModelsSearch } from './use-models-search.ts'
import { useOwnGroup, useRatio } from './use-ratio.ts'

const FormulaPanel = lazyPart(() => import('#web/features/prices/public/formula-panel.tsx'))

/** All models, for visitors and users: as catalogue with their facts, or as price list. */
export function ModelsPage({ isPriceList = false }: { isPriceList?: boolean }) {
  const { t } = useTranslation(['models', 'pricing'])
  const user = useUser()
  const list = useList('models', modelsList)
  const costs = useModelsSearch(isPriceList)
  const { model, tokens, hasCosts, openModel } = costs
  const { data, error, isFetching, refetch } = useQuery(catalogueQuery)
  const [isExplained, setExplained] = useState(false)
  const view = { ...useViewed(data, list.state.filters.group), tokens }
  const ownRatio = useRatio(data?.ratios)
  const isOther = isPriceList || list.state.filters.group !== undefined
  const priceRatio = isOther ? () => view.ratio : ownRatio
  const ownGroup = useOwnGroup()
  // The reader's own group is not stored in the URL.
  const viewGroup = (next: string | undefined) => list.setFilters({ group: next === ownGroup ? undefined : next })
  const opened = data?.rows.find(({ name }) => name === model)
  const refresh = () => void refetch()
  return (
    <ListFrame
      title={isPriceList ? t('pricing:title') : t('title')}
      action={<CostToggles view={isPriceList ? 'prices' : 'catalogue'} costs={costs} />}
      notice={
        isPriceList && (
          <PriceLine
            {...{ view, isExplained }}
            isVisitor={!user}
            onExplain={() => setExplained(!isExplained)}
            onBack={() => viewGroup(undefined)}
          />
        )
      }
    >
      <Toolbar list={list} view={null} busy={isFetching} onRefresh={refresh}>
        <ModelsFilters
          {...{ list, isPriceList, view }}
          catalogue={data}
          groups={data ? groupsOf(data) : [view.group]}
          ratioOf={priceRatio}
          onView={viewGroup}
        />
      </Toolbar>
      {isExplained && isPriceList && (
        <Suspense>
          <FormulaPanel row={opened ?? data?.rows.find((row) => !isPerCall(row))} view={view} />
        </Suspense>
      )}
      {data && error && <RefreshFailure error={error} onRetry={refresh} />}
      {data && model !== undefined && !opened && (
        <Banner tone="warning" role="alert" onDismiss={() => openModel(undefined)}>
          {t('pricing:missing', { name: model })}
        </Banner>
      )}
      {!data && error ? (
        <ListFailure error={error} onRetry={refresh} />
      ) : (
        <ModelsTable
          {...{ list, view, hasCosts, openModel, isPriceList }}
          catalogue={data}
          ratioOf={priceRatio}
          model={opened?.name}
          onView={viewGroup}
          onRefresh={refresh}
        />
      )}
    </ListFrame>
  )
}

/** The group whose prices are shown: the one that the URL names, or the reader's own. */
function useViewed(data: Parameters<typeof viewedGroup>[0] | undefined, asked: string | undefined) {
  const display = useStatus()
  const ownGroup = useOwnGroup()
  const userRatio = useUserRatio()
  const group = data ? viewedGroup(data, asked, ownGroup) : ownGroup
  const groupRatio = ratioOf(data?.ratios ?? {}, group)
  return { group, ratio: groupRatio * userRatio, groupRatio, userRatio, own: group === ownGroup, display }
}
