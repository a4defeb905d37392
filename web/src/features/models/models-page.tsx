import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { NoModelsAction } from '#web/features/vendors/no-models-action.tsx'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { useUser } from '#web/lib/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ListFrame } from '#web/ui/table/list-frame.tsx'
import { ListFailure, RefreshFailure, SkeletonRows } from '#web/ui/table/list-states.tsx'
import { Pager, pageFacts } from '#web/ui/table/pager.tsx'
import { Toolbar } from '#web/ui/table/search/toolbar.tsx'
import { useList } from '#web/ui/table/search/use-list.ts'
import { catalogueQuery } from './catalogue-query.ts'
import { MAX_COMPARED } from './compare-search.ts'
import { findCards } from './find-cards.ts'
import { measuresQuery } from './measures-query.ts'
import { ModelCard, ModelRow, ModelTable } from './model-rows.tsx'
import { ModelsFilters } from './models-filters.tsx'
import { type ModelsList, modelsList } from './models-search.ts'
import { useRatio } from './use-ratio.ts'

const EmptyList = lazy(() => import('#web/ui/table/empty-list.tsx'))

const SKELETON_ROWS = 14
const COLUMNS = 11
const NONE: readonly CatalogueRow[] = []

/** The catalogue of all models, for visitors and users. */
export function ModelsPage() {
  const { t } = useTranslation('models')
  const user = useUser()
  const list = useList('models', modelsList)
  const { data, error, isFetching, refetch } = useQuery(catalogueQuery)
  const ratioOf = useRatio(data?.ratios)
  const refresh = () => void refetch()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const choose = (name: string, isOn: boolean) =>
    setChosen((names) => (isOn ? [...names, name] : names.filter((each) => each !== name)))
  return (
    <ListFrame
      title={t('title')}
      action={
        <span className="flex flex-wrap gap-2">
          <Link
            to="/models/compare"
            search={chosen.length > 0 ? { models: chosen.join(',') } : {}}
            className={buttonClass(chosen.length > 1 ? 'primary' : 'default')}
          >
            {chosen.length > 0 ? t('compare.chosen', { count: chosen.length }) : t('compare.open')}
          </Link>
          {!user && (
            <Link to="/pricing" className={buttonClass('default')}>
              {t('toPrices')}
            </Link>
          )}
        </span>
      }
    >
      <Toolbar list={list} view={null} busy={isFetching} onRefresh={refresh}>
        <ModelsFilters list={list} rows={data?.rows ?? NONE} ratioOf={ratioOf} />
      </Toolbar>
      {data && error && <RefreshFailure error={error} onRetry={refresh} />}
      {!data && error ? (
        <ListFailure error={error} onRetry={refresh} />
      ) : (
        <ModelList list={list} rows={data?.rows} ratioOf={ratioOf} chosen={chosen} onChoose={choose} />
      )}
    </ListFrame>
  )
}

interface ModelListProps {
  list: ModelsList
  /** Absent while loading. */
  rows: readonly CatalogueRow[] | undefined
  ratioOf: (row: CatalogueRow) => number
  /** Names of the models to compare. */
  chosen: readonly string[]
  onChoose: (name: string, isOn: boolean) => void
}

/** The matching models, paged, as a table or as cards. */
function ModelList({ list, rows, ratioOf, chosen, onChoose }: ModelListProps) {
  const { t } = useTranslation('models')
  const phone = useMedia(MEDIA.phone)
  const { data: measures } = useQuery(measuresQuery)
  const found = useFoundCards(list, rows ?? NONE, ratioOf)
  const { size } = list.state
  const { pages } = pageFacts(1, size, found.length)
  const page = Math.min(list.state.page, pages)
  const beyond = rows !== undefined && list.state.page > pages
  const toLastPage = () => list.setPage(pages, 'replace')
  useEffect(() => {
    if (beyond) toLastPage()
  })
  if (rows && found.length === 0) {
    return (
      <Suspense>
        <EmptyList list={list} title={t('empty.title')} hint={t('empty.hint')} action={<NoModelsAction />} />
      </Suspense>
    )
  }
  const shown = found.slice((page - 1) * size, page * size)
  return (
    <>
      {phone ? (
        <ul aria-label={t('caption')} className="grid grid-cols-1 gap-2">
          {rows
            ? shown.map((row) => <ModelCard key={row.name} row={row} ratio={ratioOf(row)} />)
            : [0, 1, 2, 3].map((place) => (
                <li key={place} aria-hidden>
                  <Skeleton className="h-24" />
                </li>
              ))}
        </ul>
      ) : (
        <ModelTable list={list}>
          {rows ? (
            shown.map((row) => (
              <ModelRow
                key={row.name}
                row={row}
                ratio={ratioOf(row)}
                measure={measures?.models.get(row.name)}
                isChosen={chosen.includes(row.name)}
                isFull={chosen.length >= MAX_COMPARED}
                onChoose={onChoose}
              />
            ))
          ) : (
            <SkeletonRows rows={SKELETON_ROWS} leads={0} columns={COLUMNS} />
          )}
        </ModelTable>
      )}
      {found.length > 0 && <Pager list={list} total={found.length} />}
    </>
  )
}

/** The models that match the filters, sorted. */
function useFoundCards(list: ModelsList, rows: readonly CatalogueRow[], ratioOf: ModelListProps['ratioOf']) {
  const { filters, sort } = list.state
  const { keyword, vendor, can, context, price, feature } = filters
  const { id, descending = false } = sort ?? {}
  const measures = useQuery(measuresQuery).data?.models
  return useMemo(
    () =>
      findCards(rows, {
        filters: { keyword, vendor, can, context, price, feature },
        sort: id === undefined ? null : { id, descending },
        ratioOf,
        measures,
      }),
    [rows, keyword, vendor, can, context, price, feature, id, descending, ratioOf, measures],
  )
}
