import { useNavigate, useSearch } from '@tanstack/react-router'
import type { IdOf } from './selection/selection.ts'

/** The row that the URL names as open, if it is on the page, and its neighbours. */
export interface OpenRow<Row> {
  row: Row
  previous: Row | undefined
  next: Row | undefined
}

/** Keeps the open row in the URL; the list's spec must have `opens`. */
export function useOpenRow<Row>(rows: readonly Row[] | undefined, idOf: IdOf<Row>) {
  const navigate = useNavigate()
  const { row: id } = useSearch({ strict: false }) as { row?: number }
  const index = id === undefined ? -1 : (rows?.findIndex((row) => idOf(row) === id) ?? -1)
  const row = rows?.[index]
  const opened: OpenRow<Row> | null = row ? { row, previous: rows?.[index - 1], next: rows?.[index + 1] } : null
  const open = (next: Row | undefined) => {
    const merge = (search: object) => ({ ...search, row: next && idOf(next) })
    // The router cannot infer which of the routes with a `row` this is. Stepping is one history entry: back leads
    // to the list.
    void navigate({ to: '.', search: merge as never, replace: opened !== null, resetScroll: false })
  }
  return { opened, open }
}
