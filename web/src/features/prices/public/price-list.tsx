import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPrice } from '#contract/api/public-prices.ts'
import { NoModelsAction } from '#web/features/vendors/no-models-action.tsx'
import { idle } from '#web/lib/lazy/idle.ts'
import { MEDIA, useMedia } from '#web/lib/media.ts'
import { copyText } from '#web/ui/copy/copy.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SkeletonRows } from '#web/ui/table/list-states.tsx'
import { Pager, pageFacts } from '#web/ui/table/pager.tsx'
import type { List } from '#web/ui/table/search/use-list.ts'
import { useSelection } from '#web/ui/table/selection/selection.ts'
import { useRowKeys } from '#web/ui/table/selection/use-row-keys.ts'
import { findModels } from './find-models.ts'
import { PriceCard } from './price-card.tsx'
import { columnCount, PriceRow } from './price-row.tsx'
import { PriceTable } from './price-table.tsx'
import type { Tokens } from './prices.ts'
import type { PriceList as Prices } from './pricing-query.ts'
import type { PricingList } from './pricing-search.ts'
import { groupsOf, type Viewed } from './viewed.ts'

const ModelDetail = lazy(() => import('./model-detail.tsx'))
const loadEmptyList = () => import('#web/ui/table/empty-list.tsx')
const EmptyList = lazy(loadEmptyList)
const loadSelection = () => import('./price-selection.tsx')
const PriceSelection = lazy(loadSelection)

const SKELETON_ROWS = 12
/** Minimum widths that show groups and billing, and ratios in addition. */
const ROOM = { groups: '(min-width: 1200px)', ratios: '(min-width: 1400px)' }
const NONE: readonly PublicPrice[] = []
const idOf = (row: PublicPrice) => row.model_name

interface PriceListProps {
  list: PricingList
  /** Absent while loading. */
  prices: Prices | undefined
  view: Viewed
  tokens: Tokens
  /** Name of the expanded model. */
  model: string | undefined
  openModel: (name: string | undefined) => void
  onView: (group: string) => void
  onRefresh: () => void
}

/** The matching models, paged, as a table or as cards. */
export function PriceList({ list, prices, view, tokens, model, openModel, onView, onRefresh }: PriceListProps) {
  const { t } = useTranslation('pricing')
  const root = useRef<HTMLDivElement>(null)
  const phone = useMedia(MEDIA.phone)
  const room = { groups: useMedia(ROOM.groups), ratios: useMedia(ROOM.ratios) }
  const found = useFoundModels(list, prices, view, tokens)
  const total = found.length
  const { size } = list.state
  const { pages } = pageFacts(1, size, total)
  const page = Math.min(list.state.page, pages)
  const rows = found.slice((page - 1) * size, page * size)
  const beyond = prices !== undefined && list.state.page > pages
  const toLastPage = () => list.setPage(pages, 'replace')
  useEffect(() => {
    if (beyond) toLastPage()
  })
  useLinkedRow(prices && found, list)

  const selection = useSelection(rows, idOf)
  const loadAll = async () => found
  const onArrow = useRowKeys({
    list: root,
    rows,
    idOf,
    selection,
    onRefresh,
    loadAll,
    onCopy: ({ model_name }) => void copyText(model_name, model_name),
  })
  usePreload()

  const groups = prices ? groupsOf(prices) : []
  const propsOf = (row: PublicPrice) => {
    const open = row.model_name === model
    return {
      ...{ row, view, open, onView },
      selected: selection.has(row),
      onSelect: (range: boolean) => (range ? selection.extendTo(row) : selection.toggle(row)),
      onOpen: () => openModel(open ? undefined : row.model_name),
      details: open && prices && (
        <Suspense fallback={<Skeleton className="h-24" />}>
          <ModelDetail row={row} view={view} groups={groups} ratios={prices.ratios} />
        </Suspense>
      ),
    }
  }

  function body() {
    if (prices && total === 0) return <NoModels list={list} />
    if (phone) {
      return (
        <ul aria-label={t('caption')} className="grid grid-cols-1 gap-2">
          {prices ? rows.map((row) => <PriceCard {...propsOf(row)} key={row.model_name} />) : <CardSkeletons />}
        </ul>
      )
    }
    return (
      <PriceTable list={list} selection={selection} room={room}>
        {prices ? (
          rows.map((row) => <PriceRow {...propsOf(row)} key={row.model_name} room={room} />)
        ) : (
          <SkeletonRows rows={SKELETON_ROWS} leads={2} columns={columnCount(room) - 2} />
        )}
      </PriceTable>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the rows inside, which hold the focus
    <div ref={root} onKeyDown={onArrow} className="flex min-h-0 flex-col gap-2">
      <div className="relative flex min-h-0 flex-col">
        <ChosenModels selection={selection} total={total} loadAll={loadAll} />
        {body()}
      </div>
      {total > 0 && <Pager list={list} total={total} />}
    </div>
  )
}

/** What can be done with the chosen models, if any are chosen. */
function ChosenModels(props: ComponentProps<typeof PriceSelection>) {
  return (
    props.selection.rows.length > 0 && (
      <Suspense>
        <PriceSelection {...props} />
      </Suspense>
    )
  )
}

/** The models that match the filters, sorted. */
function useFoundModels(list: PricingList, prices: Prices | undefined, { group }: Viewed, { input, output }: Tokens) {
  const { filters, sort } = list.state
  const { keyword, type, available, vendor } = filters
  const { id: sortedBy, descending = false } = sort ?? {}
  return useMemo(() => {
    const filters = { keyword, type, available, vendor }
    const sort = sortedBy === undefined ? null : { id: sortedBy, descending }
    return findModels(prices?.rows ?? NONE, { filters, group, sort, tokens: { input, output } })
  }, [prices, keyword, type, available, vendor, group, sortedBy, descending, input, output])
}

/** Loads what the list may need later, in idle time. */
function usePreload() {
  useEffect(() => {
    // Failed loads are retried when the components are needed.
    void idle().then(() => Promise.allSettled([loadEmptyList(), loadSelection()]))
  }, [])
}

function NoModels({ list }: { list: PricingList }) {
  const { t } = useTranslation('pricing')
  return (
    <Suspense>
      <EmptyList list={list} title={t('empty.title')} hint={t('empty.hint')} action={<NoModelsAction />} />
    </Suspense>
  )
}

function CardSkeletons() {
  return [0, 1, 2, 3].map((place) => (
    <li key={place} aria-hidden>
      <Skeleton className="h-36" />
    </li>
  ))
}

/** Scrolls to the model named in the URL once the models are loaded, switching to its page. */
function useLinkedRow(found: readonly PublicPrice[] | undefined, list: List) {
  const { model } = useSearch({ from: '/pricing' })
  const wanted = useRef(model)
  useEffect(() => {
    const name = wanted.current
    if (name === undefined || !found) return
    const place = found.findIndex(({ model_name }) => model_name === name)
    const page = Math.floor(place / list.state.size) + 1
    if (place >= 0 && page !== list.state.page) return list.setPage(page, 'replace')
    wanted.current = undefined
    document.querySelector(`[data-row="${CSS.escape(name)}"]`)?.scrollIntoView({ block: 'center' })
  })
}
