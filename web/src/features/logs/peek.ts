import type { LogRow, LogRows } from './log-list.ts'
import type { LogListState, OpenRow } from './log-search.ts'

/** Which row is open, and where a step to its neighbours leads. */
export interface Peek {
  row: LogRow
  /** Whether it stands on the page shown; without that its neighbours are not known. */
  listed: boolean
  previous: Step | null
  next: Step | null
}

export interface Step {
  row: OpenRow
  page: number
}

/** The rows on the page of a list. */
export interface Shown extends Pick<LogListState, 'page' | 'size'> {
  rows: LogRows
  /** The rows are still those of the page before. */
  stale: boolean
}

/** Finds the open row on the page shown; null when it is not there. Steps go on over the ends of the page. */
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

/** A row that is shown by itself. */
export const apart = (row: LogRow): Peek => ({ row, listed: false, previous: null, next: null })

/** While the next page loads, the row stepped away from stays: it is at the end that the step started from. */
function indexOf(open: OpenRow, data: readonly LogRow[], stale: boolean) {
  if (open === 'first' || open === 'last') return (open === 'first') === stale ? data.length - 1 : 0
  return data.findIndex(({ id }) => id === open)
}
