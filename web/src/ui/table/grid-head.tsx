import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { type Grid, type GridHeader, pinStyle } from './grid.ts'
import { nextSort, type Sort } from './list-search.ts'
import { ResizeHandle } from './resize-handle.tsx'

interface GridHeadProps<Row> {
  grid: Grid<Row>
  /** Cells before the columns: select all, space over the expanders. */
  leads: ReactNode
  leadWidth: number
  sortable: readonly string[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

export function GridHead<Row>({ grid, leads, leadWidth, sortable, sort, onSort }: GridHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {leads}
        {grid.getHeaderGroups()[0]?.headers.map((header) => {
          const { column } = header
          const end = column.columnDef.meta?.align === 'end'
          const sorted = sort?.id === column.id ? sort : null
          return (
            <th
              key={header.id}
              scope="col"
              data-column={column.id}
              data-pin={column.getIsPinned() || undefined}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
              style={pinStyle(column, leadWidth)}
              className={cx(headClass(column.getIsPinned(), end), pinnedEdge(column.getIsPinned()))}
            >
              {sortable.includes(column.id) ? (
                <SortButton
                  header={header}
                  end={end}
                  sorted={sorted}
                  onSort={() => onSort(nextSort(sort, column.id))}
                />
              ) : (
                <span className="block truncate">{column.columnDef.meta?.header}</span>
              )}
              {column.getCanResize() && <ResizeHandle grid={grid} header={header} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Cells of the sticky head row; pinned ones lie above the others. */
export function headClass(pinned: 'start' | 'end' | false, end = false) {
  return cx(
    'group/head sticky top-0 h-row border-line border-b bg-page px-2 text-small text-muted',
    pinned ? 'z-3' : 'z-2',
    end ? 'text-end' : 'text-start',
  )
}

/** The line between pinned and scrolling cells; only there while something is scrolled out of sight. */
export function pinnedEdge(pinned: 'start' | 'end' | false) {
  if (pinned === 'start') return 'group-data-overflow/region:border-e'
  return pinned === 'end' && 'group-data-overflow/region:border-s'
}

interface SortButtonProps<Row> {
  header: GridHeader<Row>
  end: boolean
  sorted: Sort | null
  onSort: () => void
}

function SortButton<Row>({ header, end, sorted, onSort }: SortButtonProps<Row>) {
  const { t } = useTranslation('table')
  const name = header.column.columnDef.meta?.header ?? ''
  const then = sorted ? (sorted.descending ? 'none' : 'descending') : 'ascending'
  const Icon = sorted ? (sorted.descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <button
      type="button"
      title={t(`sort.${then}`, { column: name })}
      onClick={onSort}
      className={cx(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-control hover:text-text',
        end && 'flex-row-reverse',
      )}
    >
      <span className={cx('truncate', sorted && 'text-text')}>{name}</span>
      <Icon
        aria-hidden
        className={cx(
          'size-3 shrink-0',
          !sorted && 'opacity-0 group-hover/head:opacity-60 group-focus-within/head:opacity-60',
        )}
      />
    </button>
  )
}
