import { useNavigate, useSearch } from '@tanstack/react-router'

/** The row that the URL says is open, if it is among those shown, and its neighbours. */
export interface OpenRow<Row> {
  row: Row
  previous: Row | undefined
  next: Row | undefined
}

/** Keeps in the URL whose details are open; the route's search must have a `row`. */
export function useOpenRow<Row extends { id: number }>(rows: readonly Row[] | undefined) {
  const navigate = useNavigate()
  const { row: id } = useSearch({ strict: false }) as { row?: number }
  const index = id === undefined ? -1 : (rows?.findIndex((row) => row.id === id) ?? -1)
  const row = rows?.[index]
  const opened: OpenRow<Row> | null = row ? { row, previous: rows?.[index - 1], next: rows?.[index + 1] } : null
  const open = (next: Row | undefined) => {
    // The router cannot know which of the routes with a `row` this is.
    const merge = (search: object) => ({ ...search, row: next?.id })
    // Stepping from row to row is one visit: back leads to the list.
    void navigate({ to: '.', search: merge as never, replace: opened !== null, resetScroll: false })
  }
  return { opened, open }
}
