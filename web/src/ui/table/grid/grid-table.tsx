import { type KeyboardEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#web/lib/cx.ts'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { GIVES_WAY } from '../columns/columns.ts'
import type { Sort } from '../search/list-search.ts'
import { PageCheckbox } from '../selection/row-checkbox.tsx'
import type { SelectionApi } from '../selection/selection.ts'
import { type Grid, pinOf } from './grid.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, type RowActions, SELECT_WIDTH } from './grid-row.tsx'
import { headClass } from './head-parts.tsx'
import { useOverflow } from './use-overflow.ts'

interface GridTableProps<Row> {
  grid: Grid<Row>
  growing: string | undefined
  caption: string
  actions: RowActions<Row>
  selection: SelectionApi<Row> | undefined
  sortable: readonly string[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Dims the rows of the previous page until the new ones have loaded. */
  stale: boolean
  /** Replaces the rows: skeleton, empty and error states. */
  children?: ReactNode
}

/**
 * The table inside its scroll container: the head sticks to the top, the scrollbar to the bottom of the available
 * space.
 */
export function GridTable<Row>(props: GridTableProps<Row>) {
  const { grid, growing, caption, actions, selection, stale, children } = props
  const region = useRef<HTMLElement>(null)
  useOverflow(region)
  const regionWidth = useWidth(region)
  const latest = useLatest(actions)

  const leadWidth = selection ? SELECT_WIDTH : 0
  const columns = grid.getAllLeafColumns()
  const look = columns.map((column) => `${column.id} ${column.getSize()} ${pinOf(column)}`).join()
  const { width, tableWidth, widthOf } = widthsOf(grid, growing, leadWidth)
  // Keeps focused cells from being hidden under the pinned ones.
  const pinnedTo = (side: 'start' | 'end') =>
    columns.reduce((sum, column) => sum + (pinOf(column) === side ? column.getSize() : 0), 0)
  const scrollPadding = `var(--row-height) ${pinnedTo('end')}px 0 ${leadWidth + pinnedTo('start')}px`
  const lead = selection && (
    <th scope="col" className={cx(headClass('start'), 'start-0 p-0!')}>
      <PageCheckbox coverage={selection.coverage} onToggle={selection.setPage} />
    </th>
  )

  return (
    <ScrollRegion
      ref={region}
      aria-label={caption}
      style={{ scrollPadding }}
      onKeyDown={keepSidewaysKeys}
      className="group/region surface @container min-h-0 [&_tbody>tr:last-child>*]:border-b-0 [&_tbody_button]:-my-px overflow-auto overscroll-x-contain focus-visible:-outline-offset-2"
    >
      <table
        aria-busy={stale || undefined}
        style={{ width: tableWidth }}
        className={cx(
          'table-fixed border-separate border-spacing-0 transition-opacity',
          stale && 'opacity-60 delay-150',
        )}
      >
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {selection && <col style={{ width: SELECT_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: widthOf(column) }} />
          ))}
        </colgroup>
        <GridHead {...props} lead={lead} leadWidth={leadWidth} />
        <tbody>
          {grid.getRowModel().rows.map((model) => (
            <GridRow
              key={model.id}
              grid={grid}
              model={model}
              look={look}
              columns={grid.options.columns}
              leadWidth={leadWidth}
              slack={Math.max(0, regionWidth - width)}
              name={actions.name(model.original)}
              selectable={actions.onSelect !== undefined}
              selected={actions.selected?.(model.original)}
              current={actions.current?.(model.original)}
              muted={actions.muted?.(model.original)}
              actions={latest}
            />
          ))}
          {children}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** A reference to the value of the last render. */
function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Returns the widths of the table, in px and as the style of the element, and of its columns. */
function widthsOf<Row>(grid: Grid<Row>, growing: string | undefined, leadWidth: number) {
  const width = leadWidth + grid.getTotalSize()
  const least = width - GIVES_WAY * ((growing && grid.getColumn(growing)?.getSize()) || 0)
  // The available width if it is at least `least`, otherwise the full width.
  const growingWidth = `max(100%, min(${width}px, (${least}px - 100%) * 9999))`
  const widthOf = (column: ReturnType<Grid<Row>['getAllLeafColumns']>[number]) => {
    const size = column.getSize()
    const { most } = column.columnDef.meta ?? {}
    if (column.id === growing) return undefined
    // A width set by the user is kept.
    return most && size === column.columnDef.size ? `clamp(${size}px, ${size - width}px + 100cqi, ${most}px)` : size
  }
  return { width, tableWidth: growing ? growingWidth : width, widthOf }
}

/** Stops arrow keys that scroll the table sideways from reaching the page's handlers. */
function keepSidewaysKeys(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: region, target, key } = event
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight'
  if (isSideways && target === region && region.scrollWidth > region.clientWidth) event.stopPropagation()
}

/** The inner width of an element in px; 0 before it is rendered. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const update = () => setWidth(current.clientWidth)
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return width
}
