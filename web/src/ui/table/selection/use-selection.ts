import { useState } from 'react'
import {
  type Coverage,
  type IdOf,
  pageCoverage,
  type RowId,
  refreshRows,
  rowsBetween,
  type Selection,
  setRows,
} from './selection.ts'

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
