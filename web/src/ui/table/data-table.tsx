import { useLocation, useNavigate } from '@tanstack/react-router'
import Bookmark from 'lucide-react/icons/bookmark'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { urlSearch } from '#web/lib/url/url-search.ts'
import { IconButton } from '../icon-button.tsx'
import { LazyPanel } from '../overlay/lazy-panel.tsx'
import { Cards } from './cards.tsx'
import { ColumnMenu } from './columns/column-menu.tsx'
import type { Column } from './columns/columns.ts'
import { useColumnChoice, useRoom, useWidthClass } from './columns/use-columns.ts'
import { FreezeOrder, looksSorted, useFrozenRows } from './editing/frozen-order.ts'
import EmptyList from './empty-list.tsx'
import { useGrid } from './grid/grid.ts'
import { type RowActions, SELECT_WIDTH } from './grid/grid-row.tsx'
import { GridTable } from './grid/grid-table.tsx'
import { ListFailure, RefreshFailure, SkeletonCards, SkeletonRows } from './list-states.tsx'
import { Pager, pageFacts } from './pager.tsx'
import { Toolbar } from './search/toolbar.tsx'
import type { List } from './search/use-list.ts'
import { type IdOf, useSelection } from './selection/selection.ts'
import { SelectionBar } from './selection/selection-bar.tsx'
import { type RowKey, useRowKeys } from './selection/use-row-keys.ts'
import { viewsOf } from './views/views.ts'

/** Query state that the table needs; `useQuery` of a `callList` with `placeholderData: keepPreviousData` fits. */
export interface ListQuery<Row> {
  /**
   * `more`: counting stopped at `total`, and there may be more rows. `sorted`: only so many rows are sorted, the
   * newest, and older ones follow by time.
   */
  data: { data: readonly Row[]; total: number; more?: boolean; sorted?: number } | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
}

export interface DataTableProps<Row> {
  list: List
  query: ListQuery<Row>
  /** Must be memoised; see `cells.tsx` for the usual kinds. */
  columns: readonly Column<Row>[]
  idOf: IdOf<Row>
  /** Name of a row, for the labels of its controls. */
  nameOf: (row: Row) => string
  /** Names the table for screen readers. */
  caption: string
  /** Filter controls, at the left of the toolbar. */
  filters?: ReactNode
  /** Further controls, at the right of the toolbar; they may depend on the selected rows. */
  extra?: ReactNode | Bulk<Row>
  empty: { title: string; hint?: string; action?: ReactNode }
  /** Counts all rows where `more` is set. */
  onCount?: () => void
  /** Buttons for selected rows; without it, rows cannot be selected. */
  bulk?: Bulk<Row>
  /** Fetches all matching rows, to select all of them. */
  loadAll?: () => Promise<readonly Row[]>
  /** Called for Enter on a row, or a click outside its controls. */
  onOpen?: (row: Row) => void
  /** `onOpen` shows every field of the row, so that cards on phones need no "more". */
  openShowsAll?: boolean
  onCreate?: () => void
  onEdit?: (row: Row) => void
  /** Called for the `.` key. */
  onCopy?: (row: Row) => void
  /** Further keys for the focused row. */
  rowKeys?: readonly RowKey<Row>[]
  /** Whether a row is greyed out, for example because it is disabled. */
  muted?: (row: Row) => boolean
  /** Whether a row is open in the drawer beside the list. */
  current?: (row: Row) => boolean
  /** Replaces the table: the rows in another form, also while loading. Each has its id as `data-row`. */
  tiles?: ReactNode
}

/** Renders controls for the selected rows; `done` removes rows from the selection. */
type Bulk<Row> = (rows: readonly Row[], done: (rows: readonly Row[]) => void) => ReactNode

const NO_ROWS: readonly never[] = []

/** The list of a list page: toolbar, selection, table (cards on phones), pager, with all states and keys. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, query, columns, bulk } = props
  const root = useRef<HTMLDivElement>(null)
  const table = useTableState(props, root)
  const { total, breadth, choice, changeChoice, order, selection, refresh, resort } = table
  // Nothing to filter or to arrange. Lists of a period keep their tools: another period may have rows.
  const nothing = query.data !== undefined && total === 0 && !list.filtered && !('range' in list.spec.filters)
  return (
    <FreezeOrder value={{ freeze: order.freeze, saved: table.saved }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys of the rows inside, which hold the focus */}
      <div ref={root} onKeyDown={table.onKeyDown} className="flex min-h-0 flex-col gap-2">
        {!nothing && (
          <Toolbar
            list={list}
            extra={typeof props.extra === 'function' ? props.extra(selection.rows, selection.remove) : props.extra}
            busy={query.isFetching}
            onRefresh={refresh}
            onResort={order.changed ? resort : undefined}
            view={
              <>
                <SavedViews list={list.id} />
                {breadth !== 'phone' && !props.tiles && (
                  <ColumnMenu columns={columns} choice={choice} changeChoice={changeChoice} />
                )}
              </>
            }
          >
            {props.filters}
          </Toolbar>
        )}
        {query.data && query.error && <RefreshFailure error={query.error} onRetry={refresh} />}
        <div className="relative flex min-h-0 flex-col">
          {bulk && selection.rows.length > 0 && (
            <SelectionBar selection={selection} total={total} loadAll={props.loadAll}>
              {bulk(selection.rows, selection.remove)}
            </SelectionBar>
          )}
          <TableBody {...props} table={table} />
        </div>
        {total > 0 && (
          <Pager {...{ list, total }} more={query.data?.more} sorted={query.data?.sorted} onCount={props.onCount} />
        )}
      </div>
    </FreezeOrder>
  )
}

/** The rows, their order, selection and columns, and the keys of the list. */
function useTableState<Row>(props: DataTableProps<Row>, root: RefObject<HTMLDivElement | null>) {
  const { list, query, columns, idOf, bulk } = props
  const total = query.data?.total ?? 0
  const breadth = useWidthClass()
  const room = useRoom(breadth) - (bulk ? SELECT_WIDTH : 0)
  const [choice, changeChoice] = useColumnChoice(list.id)

  const order = useFrozenRows(query.data?.data ?? NO_ROWS, idOf, JSON.stringify(list.state))
  const rows = useStable(order.rows)
  const selection = useSelection(rows, idOf)
  const columnState = useGrid({ columns, rows, idOf, choice, changeChoice, breadth, room })

  const { pages } = pageFacts(1, list.state.size, total)
  const beyond = query.data !== undefined && !query.isPlaceholderData && list.state.page > pages
  const returnToLastPage = () => list.setPage(pages, 'replace')
  useEffect(() => {
    if (beyond) returnToLastPage()
  })

  const refresh = () => void query.refetch()
  const resort = () => {
    order.thaw()
    refresh()
  }
  const saved = (column: string, before: readonly number[]) => {
    const { sort } = list.state
    if (sort ? sort.id === column : looksSorted(before)) order.touch()
  }
  const onKeyDown = useRowKeys({
    ...props,
    list: root,
    rows,
    selection: bulk && selection,
    onRefresh: order.changed ? resort : refresh,
  })
  return {
    ...{ total, breadth, choice, changeChoice, order, rows, selection, refresh, resort, saved, onKeyDown },
    ...columnState,
  }
}

/** The rows as a table, cards or tiles; or what stands for them: a failure, or that there are none. */
function TableBody<Row>(props: DataTableProps<Row> & { table: ReturnType<typeof useTableState<Row>> }) {
  const { list, query, columns, idOf, nameOf, caption, empty, bulk, table } = props
  const { breadth, choice, rows, selection, grid, growing, refresh } = table
  const stale = query.isPlaceholderData
  const actions: RowActions<Row> = {
    ...props,
    name: nameOf,
    ...(bulk && {
      selected: selection.has,
      onSelect: (row, range) => (range ? selection.extendTo(row) : selection.toggle(row)),
    }),
  }
  if (!query.data && query.error) return <ListFailure error={query.error} onRetry={refresh} />
  if (query.data && table.total === 0) return <EmptyList list={list} {...empty} />
  if (props.tiles) return props.tiles
  if (breadth === 'phone') {
    if (!query.data) return <SkeletonCards />
    const shown = { caption, columns, choice, rows, idOf, stale, openShowsAll: props.openShowsAll }
    return <Cards {...shown} actions={actions} />
  }
  return (
    <GridTable
      {...{ grid, growing, caption, actions, stale }}
      selection={bulk && selection}
      sortable={list.spec.sorts}
      sort={list.state.sort}
      onSort={list.setSort}
    >
      {!query.data && (
        <SkeletonRows rows={list.state.size} leads={bulk ? 1 : 0} columns={grid.getAllLeafColumns().length} />
      )}
    </GridTable>
  )
}

/** Returns the same array while its elements are the same, so that the table's model is not rebuilt. */
function useStable<T>(items: readonly T[]): readonly T[] {
  const kept = useRef(items)
  const isSame = kept.current.length === items.length && kept.current.every((item, index) => item === items[index])
  if (!isSame) kept.current = items
  return kept.current
}

const load = () => import('./views/views-panel.tsx')

/** The views of a list saved in this browser. */
function SavedViews({ list }: { list: string }) {
  const { t } = useTranslation('table')
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const navigate = useNavigate()
  // A stored search is untyped like a typed URL: the route validates it.
  const show = (view: string, replace = false) =>
    void navigate({ to: '.', search: urlSearch.parseSearch(view) as never, replace, resetScroll: false })

  // The first view applies only when the list is opened without a search; clearing its filters shows all rows.
  const showFirst = useEffectEvent(() => {
    const first = search === '' && viewsOf(list).find((view) => view.first)
    if (first) show(first.search, true)
  })
  useEffect(() => showFirst(), [])

  const trigger = <IconButton label={t('views.open')} icon={<Bookmark size={16} aria-hidden />} />
  return <LazyPanel load={load} trigger={trigger} props={{ list, search, show }} />
}
