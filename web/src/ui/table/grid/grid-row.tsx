import { memo, type RefObject } from 'react'
import { cx } from '#web/lib/cx.ts'
import { RowCheckbox } from '../selection/row-checkbox.tsx'
import { cellSpans } from './cell-spans.ts'
import { type Grid, pinOf, pinStyle, type RowModel } from './grid.ts'
import { pinnedEdge } from './head-parts.tsx'
import { mutedText, openOnClick, openOnEnter } from './row-parts.ts'
import { seenStyle } from './use-overflow.ts'

export const SELECT_WIDTH = 36

export interface RowActions<Row> {
  name: (row: Row) => string
  selected?: (row: Row) => boolean
  onSelect?: (row: Row, range: boolean) => void
  /** Called for Enter on the row, or a click outside its controls. */
  onOpen?: (row: Row) => void
  muted?: (row: Row) => boolean
  current?: (row: Row) => boolean
}

interface GridRowProps<Row> {
  grid: Grid<Row>
  model: RowModel<Row>
  /** Changes whenever the columns or their rendering change. */
  look: string
  columns: unknown
  leadWidth: number
  /** Px of the growing column beyond its width. */
  slack: number
  name: string
  selectable: boolean
  selected: boolean | undefined
  current: boolean | undefined
  muted: boolean | undefined
  /** The current actions of a row. */
  actions: RefObject<RowActions<Row>>
}

/** One row. Memoised: with 100 rows, re-rendering all of them would delay every key press. */
export const GridRow = memo(DrawnRow, isSame) as typeof DrawnRow

function isSame<Row>({ grid: _, model, ...before }: GridRowProps<Row>, now: GridRowProps<Row>) {
  const keys = Object.keys(before) as (keyof typeof before)[]
  return model.original === now.model.original && keys.every((key) => before[key] === now[key])
}

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { grid, model, leadWidth, slack, name, selected = false, current = false, actions } = props
  const row = model.original
  const paint = selected || current ? 'bg-primary-soft' : 'bg-raised group-hover/row:bg-hover'
  const cell = cx(
    'h-row overflow-hidden border-line border-b p-0 group-focus-visible/row:shadow-[inset_0_2px_var(--primary),inset_0_-2px_var(--primary)]',
    paint,
  )
  const cells = model.getAllCells()
  const spreading = cells.find(({ column }) => column.columnDef.meta?.spreads?.(row))?.column.id
  const rooms = cells.map(({ column }) => ({
    id: column.id,
    width: column.getSize() + (column.id === spreading ? slack : 0),
    empty: spreading !== undefined && !pinOf(column) && !column.columnDef.meta?.content(row),
  }))
  const open = () => actions.current.onOpen?.(row)
  return (
    <tr
      data-row={model.id}
      tabIndex={-1}
      aria-current={current || undefined}
      className={cx(
        'group/row outline-none',
        actions.current.onOpen && 'cursor-pointer',
        props.muted && mutedText(selected || current),
      )}
      onKeyDown={(event) => openOnEnter(event, open)}
      onClick={(event) => openOnClick(event, open)}
    >
      {props.selectable && (
        <td className={cx(cell, 'sticky start-0 z-1')}>
          <RowCheckbox name={name} checked={selected} onToggle={(range) => actions.current.onSelect?.(row, range)} />
        </td>
      )}
      {cellSpans(rooms, spreading).map(({ id, span, shows }, place) => {
        const each = cells.find((cell) => cell.column.id === id)
        const content = shows === id ? each : cells.find((cell) => cell.column.id === shows)
        if (!each) return null
        const { column } = each
        const pinned = pinOf(column)
        const end = column.columnDef.meta?.align === 'end'
        const Cell = place === 0 ? 'th' : 'td'
        return (
          <Cell
            key={each.id}
            scope={place === 0 ? 'row' : undefined}
            colSpan={span > 1 ? span : undefined}
            style={pinStyle(column, leadWidth)}
            className={cx(
              cell,
              'px-2 font-normal whitespace-nowrap',
              end && shows === id ? 'text-end tabular-nums' : 'text-start',
              pinned && 'sticky z-1',
              pinnedEdge(pinned),
            )}
          >
            {!content ? null : end && !pinned && shows === id ? (
              <div style={seenStyle(column.id)} className="focus-within:opacity-100!">
                <grid.FlexRender cell={content} />
              </div>
            ) : (
              <grid.FlexRender cell={content} />
            )}
          </Cell>
        )
      })}
    </tr>
  )
}
