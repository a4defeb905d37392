import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogueRow } from '#contract/api/models.ts'
import { groupsOf, type Viewed } from '#web/features/prices/public/viewed.ts'
import { NoModelsAction } from '#web/features/vendors/no-models-action.tsx'
import { idle } from '#web/lib/lazy/idle.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { copyText } from '#web/ui/copy/copy.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SkeletonCards, SkeletonRows } from '#web/ui/table/list-states.tsx'
import { Pager, pageFacts } from '#web/ui/table/pager.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { useSelection } from '#web/ui/table/selection/selection.ts'
import { useRowKeys } from '#web/ui/table/selection/use-row-keys.ts'
import type { Catalogue } from './catalogue-query.ts'
import { findCards } from './find-cards.ts'
import { measuresQuery } from './measures-query.ts'
import { ModelCard } from './model-card.tsx'
import { useModelColumns } from './model-columns.tsx'
import { ModelRow, ModelsGrid } from './model-row.tsx'
import type { ModelsList, ModelsSearch } from './models-search.ts'

const ModelDetail = lazy(() => import('#web/features/prices/public/model-detail.tsx'))
const loadEmptyList = () => import('#web/ui/table/empty-list.tsx')
const EmptyList = lazy(loadEmptyList)
const loadSelection = () => import('./models-selection.tsx')
const ModelsSelection = lazy(loadSelection)

const SKELETON_ROWS = 14
const NONE: readonly CatalogueRow[] = []
const idOf = (row: CatalogueRow) => row.name

interface ModelsTableProps {
  list: ModelsList
  /** Absent while loading. */
  catalogue: Catalogue | undefined
  isPriceList: boolean
  hasCosts: boolean
  view: Viewed
  /** The price ratio that counts for a model. */
  ratioOf: (row: CatalogueRow) => number
  /** Name of the expanded model. */
  model: string | undefined
  openModel: (name: string | undefined) => void
  onView: (group: string) => void
  onRefresh: () => void
}

/** The matching models, paged, as a table or as cards. */
export function ModelsTable(props: ModelsTableProps) {
  const { list, isPriceList, hasCosts, view, ratioOf, model, openModel, onView, onRefresh } = props
  const { t } = useTranslation('models')
  const root = useRef<HTMLDivElement>(null)
  const phone = useMedia(MEDIA.phone)
  const { data: measured, isPending } = useQuery(measuresQuery)
  const measures = measured?.models
  // The order by use needs the measurements: rows shown before would change places.
  const catalogue = isPending ? undefined : props.catalogue
  const columns = useModelColumns({ isPriceList, hasCosts, onView })
  const found = useFoundModels({ ...props, catalogue }, measures)
  const total = found.length
  const rows = usePage(found, list, catalogue !== undefined)
  useLinkedRow(catalogue && found, list)
  const selection = useSelection(rows, idOf)
  const loadAll = async () => found
  const onCopy = ({ name }: CatalogueRow) => void copyText(name, name)
  const onArrow = useRowKeys({ list: root, rows, idOf, selection, onRefresh, loadAll, onCopy })
  usePreload()

  const propsOf = (row: CatalogueRow) => {
    const isOpen = row.name === model
    const rowView = { ...view, ratio: ratioOf(row) }
    return {
      ...{ row, isOpen, view: rowView, measure: measures?.get(row.name) },
      isSelected: selection.has(row),
      onSelect: (range: boolean) => (range ? selection.extendTo(row) : selection.toggle(row)),
      onOpen: () => openModel(isOpen ? undefined : row.name),
      details: isOpen && catalogue && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <ModelDetail row={row} view={rowView} groups={groupsOf(catalogue)} ratios={catalogue.ratios} />
        </Suspense>
      ),
    }
  }

  function body(): ReactNode {
    if (catalogue && total === 0) return <NoModels list={list} />
    if (phone) {
      if (!catalogue) return <SkeletonCards />
      return (
        <ul aria-label={t('caption')} className="grid grid-cols-1 gap-2">
          {rows.map((row) => (
            <ModelCard key={row.name} {...propsOf(row)} {...{ isPriceList, hasCosts, onView }} />
          ))}
        </ul>
      )
    }
    return (
      <ModelsGrid {...{ list, selection, columns }}>
        {catalogue ? (
          rows.map((row) => <ModelRow key={row.name} {...propsOf(row)} columns={columns} />)
        ) : (
          <SkeletonRows rows={SKELETON_ROWS} leads={2} columns={columns.length} />
        )}
      </ModelsGrid>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the rows inside, which hold the focus
    <div ref={root} onKeyDown={onArrow} className="flex min-h-0 flex-col gap-2">
      <div className="relative flex min-h-0 flex-col">
        {selection.rows.length > 0 && (
          <Suspense>
            <ModelsSelection {...{ selection, total, loadAll }} />
          </Suspense>
        )}
        {body()}
      </div>
      {total > 0 && <Pager list={list} total={total} />}
    </div>
  )
}

/** The models that match the filters, sorted. */
function useFoundModels(
  { list, catalogue, ratioOf, view }: ModelsTableProps,
  measures: Parameters<typeof findCards>[1]['measures'],
): readonly CatalogueRow[] {
  const { sort } = list.state
  // The filters and the ratios are new objects on every render; their values decide.
  const key = JSON.stringify([list.state.filters, sort, view.group, view.ratio, view.tokens])
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(
    () =>
      findCards(catalogue?.rows ?? NONE, {
        ...{ filters: list.state.filters, sort, ratioOf, measures },
        ...{ group: view.group, tokens: view.tokens },
      }),
    [catalogue, measures, key],
  )
}

/** The rows of the page in the URL; one beyond the last leads to the last. */
function usePage(found: readonly CatalogueRow[], list: List, isLoaded: boolean): readonly CatalogueRow[] {
  const { size } = list.state
  const { pages } = pageFacts(1, size, found.length)
  const page = Math.min(list.state.page, pages)
  const isBeyond = isLoaded && list.state.page > pages
  const toLastPage = () => list.setPage(pages, 'replace')
  useEffect(() => {
    if (isBeyond) toLastPage()
  })
  return found.slice((page - 1) * size, page * size)
}

/** Loads code that the list may need later, in idle time. */
function usePreload() {
  useEffect(() => {
    // Failed loads are retried when the components are needed.
    void idle().then(() => Promise.allSettled([loadEmptyList(), loadSelection()]))
  }, [])
}

function NoModels({ list }: { list: ModelsList }) {
  const { t } = useTranslation('models')
  return (
    <Suspense>
      <EmptyList list={list} title={t('empty.title')} hint={t('empty.hint')} action={<NoModelsAction />} />
    </Suspense>
  )
}

/** Scrolls to the model named in the URL once the models are loaded, switching to its page. */
function useLinkedRow(found: readonly CatalogueRow[] | undefined, list: List) {
  const { model } = useSearch({ strict: false }) as ModelsSearch
  const wanted = useRef(model)
  useEffect(() => {
    const name = wanted.current
    if (name === undefined || !found) return
    const place = found.findIndex((row) => row.name === name)
    const page = Math.floor(place / list.state.size) + 1
    if (place >= 0 && page !== list.state.page) return list.setPage(page, 'replace')
    wanted.current = undefined
    document.querySelector(`[data-row="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'center' })
  })
}
