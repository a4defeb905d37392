import type { ReactNode } from 'react'
import { cx } from '#web/lib/cx.ts'
import { ExpandButton } from './expand-button.tsx'
import { type Grid, pinStyle, type RowModel } from './grid.ts'
import { pinnedEdge } from './head-look.ts'
import { mutedText } from './muted-text.ts'
import { openOnClick, openOnEnter } from './open-row.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import { placesOf } from './spread.ts'
import { seenStyle } from './use-overflow.ts'

export const SELECT_WIDTH = 36
export const EXPAND_WIDTH = 28

export interface RowActions<Row> {
  name: (row: Row) => string
  selected?: (row: Row) => boolean
  onSelect?: (row: Row, range: boolean) => void
  /** Enter on the row, or a click on it that hits no control. */
  onOpen?: (row: Row) => void
  muted?: (row: Row) => boolean
  current?: (row: Row) => boolean
  /** Fields that have no column at this width, and what the page adds. */
  details?: (row: Row) => ReactNode
}

interface GridRowProps<Row> {
  grid: Grid<Row>
  model: RowModel<Row>
  leadWidth: number
  /** Px that the growing column has beyond its width. */
  slack: number
  actions: RowActions<Row>
  expanded: boolean
  onExpand: () => void
}

export function GridRow<Row>({ grid, model, leadWidth, slack, actions, expanded, onExpand }: GridRowProps<Row>) {
  const row = model.original
  const selected = actions.selected?.(row) ?? false
  const current = actions.current?.(row) ?? false
  const paint = selected || current ? 'bg-primary-soft' : 'bg-page group-hover/row:bg-hover'
  const cell = cx(
    'h-row overflow-hidden border-line border-b p-0 group-focus-visible/row:shadow-[inset_0_2px_var(--primary),inset_0_-2px_var(--primary)]',
    paint,
  )
  const cells = model.getVisibleCells()
  const spreading = cells.find(({ column }) => column.columnDef.meta?.spreads?.(row))?.column.id
  const rooms = cells.map(({ column }) => ({
    id: column.id,
    width: column.getSize() + (column.id === spreading ? slack : 0),
    empty: spreading !== undefined && !column.getIsPinned() && !column.columnDef.meta?.content(row),
  }))
  const open = actions.onOpen ?? (actions.details && onExpand)
  return (
    <>
      <tr
        data-row={model.id}
        tabIndex={-1}
        aria-current={current || undefined}
        className={cx('group/row outline-none', actions.muted?.(row) && mutedText(selected || current))}
        onKeyDown={(event) => openOnEnter(event, () => open?.(row))}
        onClick={(event) => openOnClick(event, () => open?.(row))}
      >
        {actions.onSelect && (
          <td className={cx(cell, 'sticky start-0 z-1')}>
            <RowCheckbox
              name={actions.name(row)}
              checked={selected}
              onToggle={(range) => actions.onSelect?.(row, range)}
            />
          </td>
        )}
        {actions.details && (
          <td className={cx(cell, 'sticky z-1')} style={{ insetInlineStart: actions.onSelect ? SELECT_WIDTH : 0 }}>
            <ExpandButton name={actions.name(row)} expanded={expanded} onExpand={onExpand} />
          </td>
        )}
        {placesOf(rooms, spreading).map(({ id, span, shows }, place) => {
          const each = cells.find((cell) => cell.column.id === id)
          const content = shows === id ? each : cells.find((cell) => cell.column.id === shows)
          if (!each) return null
          const { column } = each
          const pinned = column.getIsPinned()
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
      {expanded && (
        <tr>
          <td colSpan={cells.length + (actions.onSelect ? 2 : 1)} className="border-line border-b bg-sunken p-0">
            <div className="sticky start-0 w-[100cqi] px-4 py-3">{actions.details?.(row)}</div>
          </td>
        </tr>
      )}
    </>
  )
}
