import type { ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { nextSort, type Sort } from '../search/list-search.ts'
import { type Grid, pinOf, pinStyle } from './grid.ts'
import { headClass, pinnedEdge, SortButton } from './head-parts.tsx'
import { ResizeHandle } from './resize-handle.tsx'

interface GridHeadProps<Row> {
  grid: Grid<Row>
  /** The cell before the columns, which selects the page. */
  lead: ReactNode
  leadWidth: number
  sortable: readonly string[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
}

export function GridHead<Row>({ grid, lead, leadWidth, sortable, sort, onSort }: GridHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {lead}
        {grid.getHeaderGroups()[0]?.headers.map((header) => {
          const { column } = header
          const end = column.columnDef.meta?.align === 'end'
          const sorted = sort?.id === column.id ? sort : null
          return (
            <th
              key={header.id}
              scope="col"
              data-column={column.id}
              data-pin={pinOf(column)}
              aria-sort={sorted ? (sorted.descending ? 'descending' : 'ascending') : undefined}
              style={pinStyle(column, leadWidth)}
              className={cx(headClass(pinOf(column), end), pinnedEdge(pinOf(column)))}
            >
              {sortable.includes(column.id) ? (
                <SortButton
                  name={column.columnDef.meta?.header ?? ''}
                  end={end}
                  sorted={sorted}
                  onSort={() => onSort(nextSort(sort, column.id))}
                />
              ) : (
                <span className="block truncate">{column.columnDef.meta?.header}</span>
              )}
              {column.getCanResize() && (
                <ResizeHandle
                  name={column.columnDef.meta?.header}
                  width={column.getSize()}
                  least={column.columnDef.minSize}
                  most={column.columnDef.maxSize}
                  onDrag={header.getResizeHandler()}
                  onWidth={(width) =>
                    width === undefined
                      ? column.resetSize()
                      : grid.setColumnSizing((widths) => ({ ...widths, [column.id]: width }))
                  }
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
