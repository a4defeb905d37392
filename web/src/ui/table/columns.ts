import type { ReactNode } from 'react'

/**
 * One column of a list. Whether it can be sorted is decided by the list's URL spec, so that the two cannot disagree.
 */
export interface Column<Row> {
  id: string
  /** Visible header; also the field's name in cards and row details. */
  header: string
  cell: (row: Row) => ReactNode
  /** 1 always, 2 from 640 px, 3 from 1280 px. What has no column at a width is found in the row's details. */
  priority: 1 | 2 | 3
  /** Starting width in px. */
  width: number
  align?: 'end'
  pin?: 'start' | 'end'
  /** Takes the width that is left over, and gives up a fifth where that spares a scrollbar. Without one, the first column does. */
  grow?: true
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

/**
 * Splits the chosen columns into those shown at this width and those folded into the row's details.
 * A column that the reader switched on by hand is shown at every width.
 */
export function splitColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice, breadth: Breadth) {
  const shown: Column<Row>[] = []
  const folded: Column<Row>[] = []
  for (const column of orderColumns(columns, choice.order)) {
    if (!isChosen(column, choice)) continue
    const fits = column.pin || choice.shown[column.id] || column.priority < 3 || breadth === 'wide'
    ;(fits ? shown : folded).push(column)
  }
  return { shown, folded }
}

export const isChosen = <Row>(column: Column<Row>, choice: ColumnChoice) =>
  column.pin !== undefined || (choice.shown[column.id] ?? !column.hidden)

/** The column that takes left-over width: the declared one, unless the reader gave it a width by hand. */
export function growingColumn<Row>(shown: readonly Column<Row>[], widths: Record<string, number>): string | undefined {
  const free = shown.filter((column) => widths[column.id] === undefined && column.pin !== 'end')
  return (free.find((column) => column.grow) ?? free[0])?.id
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
