import type { LogRow, LogRows } from '../rows/log-list.ts'
import type { LogListState, OpenRow } from '../rows/log-search.ts'

/** The open row and its neighbours. */
export interface Peek {
  row: LogRow
  /** Whether the row is on the visible page; otherwise its neighbours are unknown. */
  listed: boolean
  previous: Step | null
  next: Step | null
}

export interface Step {
  row: OpenRow
  page: number
}

/** The rows on the visible page of a list. */
export interface Shown extends Pick<LogListState, 'page' | 'size'> {
  rows: LogRows
  /** The rows still belong to the previous page. */
  stale: boolean
}

/**
 * Finds the open row on the visible page; null when it is not there. Steps continue over the ends of the page.
 */
export function peekAt(open: OpenRow, { rows: { data, total }, page, size, stale }: Shown): Peek | null {
  const index = indexOf(open, data, stale)
  const row = data[index]
  if (!row) return null
  if (stale) return apart(row)
  const before = data[index - 1]
  const after = data[index + 1]
  return {
    row,
    listed: true,
    previous: before ? { row: before.id, page } : page > 1 ? { row: 'last', page: page - 1 } : null,
    next: after ? { row: after.id, page } : page * size < total ? { row: 'first', page: page + 1 } : null,
  }
}

/** Returns the state of a row that is not on the visible page. */
export const apart = (row: LogRow): Peek => ({ row, listed: false, previous: null, next: null })

/** While the next page loads, the former row stays: it is at the end from which the step started. */
function indexOf(open: OpenRow, data: readonly LogRow[], stale: boolean) {
  if (open === 'first' || open === 'last') return (open === 'first') === stale ? data.length - 1 : 0
  return data.findIndex(({ id }) => id === open)
}
