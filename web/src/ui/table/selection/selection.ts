import { useState } from 'react'

/** Selected rows by id. Complete rows are kept, so that rows selected on page 1 can be used on page 3. */
export type Selection<Row> = ReadonlyMap<RowId, Row>
export type RowId = string | number
export type IdOf<Row> = (row: Row) => RowId

export function setRows<Row>(selection: Selection<Row>, rows: readonly Row[], idOf: IdOf<Row>, chosen: boolean) {
  const next = new Map(selection)
  for (const row of rows) {
    if (chosen) next.set(idOf(row), row)
    else next.delete(idOf(row))
  }
  return next
}

/** The rows of a page from `anchor` to `target`, inclusive; only the target if the anchor is not on this page. */
export function rowsBetween<Row>(page: readonly Row[], idOf: IdOf<Row>, anchor: RowId | null, target: RowId): Row[] {
  const to = page.findIndex((row) => idOf(row) === target)
  const found = page.findIndex((row) => idOf(row) === anchor)
  const from = found < 0 ? to : found
  return to < 0 ? [] : page.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Selection state of a page; `empty`: the page has no rows. */
export type Coverage = 'empty' | 'none' | 'some' | 'all'

/** The state of the checkbox in the table's head. */
export function pageCoverage<Row>(selection: Selection<Row>, page: readonly Row[], idOf: IdOf<Row>): Coverage {
  if (page.length === 0) return 'empty'
  const chosen = page.filter((row) => selection.has(idOf(row))).length
  return chosen === 0 ? 'none' : chosen === page.length ? 'all' : 'some'
}

/** Replaces selected rows by their newer versions, so that a bulk action never works on stale values. */
export function refreshRows<Row>(selection: Selection<Row>, page: readonly Row[], idOf: IdOf<Row>): Selection<Row> {
  const stale = page.filter((row) => selection.has(idOf(row)) && selection.get(idOf(row)) !== row)
  return stale.length ? setRows(selection, stale, idOf, true) : selection
}

/** The selected rows of a list on all pages. */
export interface SelectionApi<Row> {
  rows: readonly Row[]
  has(row: Row): boolean
  coverage: Coverage
  toggle(row: Row): void
  /** Selects all rows between the last toggled one and this one. */
  extendTo(row: Row): void
  setPage(chosen: boolean): void
  add(rows: readonly Row[]): void
  remove(rows: readonly Row[]): void
  clear(): void
}

/** Keeps the selection while paging, filtering and sorting. `page` holds the displayed rows. */
export function useSelection<Row>(page: readonly Row[], idOf: IdOf<Row>): SelectionApi<Row> {
  const [kept, setKept] = useState<Selection<Row>>(new Map())
  const [anchor, setAnchor] = useState<RowId | null>(null)
  const selection = refreshRows(kept, page, idOf)
  const set = (rows: readonly Row[], chosen: boolean) => setKept(setRows(selection, rows, idOf, chosen))
  return {
    rows: [...selection.values()],
    has: (row) => selection.has(idOf(row)),
    coverage: pageCoverage(selection, page, idOf),
    toggle(row) {
      setAnchor(idOf(row))
      set([row], !selection.has(idOf(row)))
    },
    extendTo(row) {
      set(rowsBetween(page, idOf, anchor, idOf(row)), true)
    },
    setPage: (chosen) => set(page, chosen),
    add: (rows) => set(rows, true),
    // A functional update, so that rows selected since this render stay selected.
    remove: (rows) => setKept((chosen) => setRows(chosen, rows, idOf, false)),
    clear: () => setKept(new Map()),
  }
}
