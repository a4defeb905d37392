import type { ReactNode } from 'react'

/**
 * One column of a list. Whether it can be sorted is decided by the list's URL spec, so that the two cannot disagree.
 */
export interface Column<Row> {
  id: string
  /** Visible header; also the field's name in cards and row details. */
  header: string
  cell: (row: Row) => ReactNode
  /** 1 always, 2 from 640 px as far as they fit, 3 from 1280 px. What has no column at a width is found in the row's details. */
  priority: 1 | 2 | 3
  /** Outlasts the others of its priority where the room does. */
  foldsLast?: true
  /** Starting width in px. */
  width: number
  /** Px that it widens to before the growing column does; for one column of a list. */
  most?: number
  align?: 'end'
  pin?: 'start' | 'end'
  /**
   * Takes the width that is left over, and gives up a fifth where that spares a scrollbar. Of several the last one does
   * that is shown; without one, the first column.
   */
  grow?: true
  /** Text of which a row may show much: it takes the widest room of columns that have nothing to show of the row. */
  spreads?: (row: Row) => boolean
  /** Off until chosen in the view menu. */
  hidden?: true
  /** Place in the card that a row becomes on phones; the rest are its fields, a `wide` one over the full width. */
  card?: 'title' | 'status' | 'wide' | 'actions'
}

/** What a reader chose for one list; kept in the browser. */
export interface ColumnChoice {
  shown: Record<string, boolean>
  order: readonly string[]
  widths: Record<string, number>
}

export const noChoice: ColumnChoice = { shown: {}, order: [], widths: {} }

export type Breadth = 'phone' | 'medium' | 'wide'

/** Columns in their final order: pinned ones at the ends, then the chosen order, newcomers where they were declared. */
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

/** The share of its width that the growing column can do without where that spares a scrollbar. */
export const GIVES_WAY = 0.2

/**
 * Splits the chosen columns into those shown at this width and those folded into the row's details. `room`: px that
 * there are for columns. One that the reader switched on by hand is shown at every width.
 */
export function splitColumns<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  breadth: Breadth,
  room = Number.POSITIVE_INFINITY,
) {
  const chosen = orderColumns(columns, choice.order).filter((column) => isChosen(column, choice))
  const mayFold = (column: Column<Row>) => !column.pin && !choice.shown[column.id] && column.priority > 1
  let shown = chosen.filter((column) => breadth === 'wide' || column.priority < 3 || !mayFold(column))
  while (breadth === 'medium' && leastWidth(shown, choice.widths) > room) {
    const last = shown.findLast((column) => mayFold(column) && !column.foldsLast) ?? shown.findLast(mayFold)
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

/** The column that takes left-over width: the declared one, unless the reader gave it a width by hand. */
export function growingColumn<Row>(shown: readonly Column<Row>[], widths: Record<string, number>): string | undefined {
  const free = shown.filter((column) => widths[column.id] === undefined && column.pin !== 'end')
  return (free.findLast((column) => column.grow) ?? free[0])?.id
}

/** Moves a column one place among its unpinned neighbours; at the edge nothing changes. */
export function moveColumn<Row>(columns: readonly Column<Row>[], order: readonly string[], id: string, by: -1 | 1) {
  const ids = orderColumns(columns, order).flatMap((column) => (column.pin ? [] : column.id))
  const from = ids.indexOf(id)
  const to = from + by
  if (from < 0 || to < 0 || to >= ids.length) return ids
  ids.splice(to, 0, ...ids.splice(from, 1))
  return ids
}
