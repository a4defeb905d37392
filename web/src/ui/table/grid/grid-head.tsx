import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '#web/lib/cx.ts'
import { nextSort, type Sort } from '../search/list-search.ts'
import { type Grid, pinOf, pinStyle } from './grid.ts'
import { headClass, pinnedEdge, SortButton } from './head-parts.tsx'

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

const STEP = 16

interface ResizeHandleProps {
  /** Name of the column. */
  name: string | undefined
  /** Width and its bounds in px. */
  width: number
  least?: number
  most?: number
  onDrag: (event: SyntheticEvent) => void
  /** A width in px; undefined = the initial width. */
  onWidth: (width: number | undefined) => void
}

/** The resize handle of a column's header: drag, arrow keys (Home or a double click restores the initial width). */
function ResizeHandle({ name, width, least = 0, most = 0, onDrag, onWidth }: ResizeHandleProps) {
  const { t } = useTranslation('table')

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0
    if (by === 0 && event.key !== 'Home') return
    event.preventDefault()
    onWidth(by === 0 ? undefined : Math.min(most, Math.max(least, width + by)))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator with a value is a window splitter, which <hr> cannot be
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('resize', { column: name })}
      aria-valuenow={width}
      aria-valuemin={least}
      aria-valuemax={most}
      onMouseDown={onDrag}
      onTouchStart={onDrag}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={onKeyDown}
      className="absolute inset-y-1 end-0 z-1 w-2 cursor-col-resize touch-none select-none after:absolute after:inset-y-0 after:end-0 after:w-px hover:after:bg-control focus-visible:after:bg-primary group-hover/head:after:bg-line"
    />
  )
}
