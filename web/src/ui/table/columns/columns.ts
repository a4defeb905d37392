import type { ReactNode } from 'react'

/** One column of a list. The list's URL spec decides whether it is sortable, so that the two cannot disagree. */
export interface Column<Row> {
  id: string
  /** Visible header; also the field label in cards and row details. */
  header: string
  cell: (row: Row) => ReactNode
  /**
   * 1 = always shown, 2 = shown from 640 px, 3 = from 1280 px, each if it fits. The drawer of the row shows the others.
   */
  priority: 1 | 2 | 3
  /** Is hidden after the other columns of its priority. */
  foldsLast?: true
  /** Initial width in px. */
  width: number
  /** Width in px that it grows to before the growing column does; for one column of a list. */
  most?: number
  align?: 'end'
  pin?: 'start' | 'end'
  /**
   * Takes the remaining width, and shrinks by up to a fifth where that avoids a scrollbar. The last visible one
   * applies; without one, the first column grows.
   */
  grow?: true
  /** Long text in some rows: it also spans the widest run of adjacent columns that are empty in the row. */
  spreads?: (row: Row) => boolean
  /** Only administrators have the column. */
  admin?: true
  /** Hidden until selected in the view menu. */
  hidden?: true
  /** Position in the row's card on phones; the other columns are its fields, a `wide` one at full width. */
  card?: 'title' | 'status' | 'wide' | 'actions'
}

/** A user's column settings of one list; stored in the browser. */
export interface ColumnChoice {
  shown: Record<string, boolean>
  order: readonly string[]
  widths: Record<string, number>
}

export const noChoice: ColumnChoice = { shown: {}, order: [], widths: {} }

export type WidthClass = 'phone' | 'medium' | 'wide'

/**
 * Columns in their final order: pinned ones at the ends, then the chosen order; new columns keep their declared
 * position.
 */
export function orderColumns<Row>(columns: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const declared = columns.filter((column) => !column.pin)
  const known = order.flatMap((id) => declared.find((column) => column.id === id) ?? [])
  const middle = [...known]
  for (const [index, column] of declared.entries()) {
    if (known.includes(column)) continue
    const before = declared[index - 1]
    middle.splice(before ? middle.indexOf(before) + 1 : 0, 0, column)
  }
  const pinned = (side: 'start' | 'end') => columns.filter((column) => column.pin === side)
  return [...pinned('start'), ...middle, ...pinned('end')]
}

/** Share of its width by which the growing column shrinks to avoid a scrollbar. */
export const GIVES_WAY = 0.2

/**
 * Splits the selected columns into those shown at this width and those shown in the row's details. `room`: width
 * available for columns in px. A column that the user enabled is shown at every width.
 */
export function splitColumns<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  breadth: WidthClass,
  room = Number.POSITIVE_INFINITY,
) {
  const chosen = orderColumns(columns, choice.order).filter((column) => isChosen(column, choice))
  const mayFold = (column: Column<Row>) => !column.pin && !choice.shown[column.id] && column.priority > 1
  let shown = chosen.filter((column) => breadth === 'wide' || column.priority < 3 || !mayFold(column))
  const lastOf = (folds: (column: Column<Row>) => boolean) =>
    shown.findLast((column) => folds(column) && !column.foldsLast) ?? shown.findLast(folds)
  while (breadth !== 'phone' && leastWidth(shown, choice.widths) > room) {
    const last = lastOf((column) => mayFold(column) && column.priority === 3) ?? lastOf(mayFold)
    if (!last) break
    shown = shown.filter((column) => column !== last)
  }
  return { shown, folded: chosen.filter((column) => !shown.includes(column)) }
}

function leastWidth<Row>(shown: readonly Column<Row>[], widths: Record<string, number>): number {
  const growing = growingColumn(shown, widths)
  const widthOf = ({ id, width }: Column<Row>) => (widths[id] ?? width) * (id === growing ? 1 - GIVES_WAY : 1)
  return shown.reduce((sum, column) => sum + widthOf(column), 0)
}

export const isChosen = <Row>(column: Column<Row>, choice: ColumnChoice) =>
  column.pin !== undefined || (choice.shown[column.id] ?? !column.hidden)

/** The column that takes the remaining width: the declared one, unless the user has resized it. */
export function growingColumn<Row>(shown: readonly Column<Row>[], widths: Record<string, number>): string | undefined {
  const free = shown.filter((column) => widths[column.id] === undefined && column.pin !== 'end')
  return (free.findLast((column) => column.grow) ?? free[0])?.id
}

/** Moves a column by one position among the unpinned ones; no change at the edge. */
export function moveColumn<Row>(columns: readonly Column<Row>[], order: readonly string[], id: string, by: -1 | 1) {
  const ids = orderColumns(columns, order).flatMap((column) => (column.pin ? [] : column.id))
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return ids
  ids.splice(to, 0, ...ids.splice(from, 1))
  return ids
}
