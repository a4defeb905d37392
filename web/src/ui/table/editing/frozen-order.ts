import { createContext, useContext, useState } from 'react'
import type { IdOf, RowId } from '../selection/selection.ts'

export interface FrozenOrder<Row> {
  rows: readonly Row[]
  /** Whether the server's order differs from the displayed one. */
  changed: boolean
}

/**
 * Keeps the displayed row order during editing, whatever order the server returns. Rows no longer on the page are
 * dropped; new ones come last.
 */
export function keepOrder<Row>(shown: readonly RowId[], fresh: readonly Row[], idOf: IdOf<Row>): FrozenOrder<Row> {
  const place = new Map(shown.map((id, index) => [id, index]))
  const rows = [...fresh].sort((a, b) => (place.get(idOf(a)) ?? shown.length) - (place.get(idOf(b)) ?? shown.length))
  return { rows, changed: rows.some((row, index) => row !== fresh[index]) }
}

/** Whether a column's values, from top to bottom, are sorted. */
export function looksSorted(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => Math.sign(value - values[index]!))
  return !(steps.includes(1) && steps.includes(-1))
}

/**
 * Keeps a list's order from the first edit on, so that no row moves away from the pointer. It is released when
 * `view` (page, sort or filters) changes or on request. `changed`: the displayed order is outdated, because the
 * server sent another one, or `touch` reported that an edit moves a row.
 */
export function useFrozenRows<Row>(rows: readonly Row[], idOf: IdOf<Row>, view: string) {
  const [frozen, setFrozen] = useState<{ view: string; ids: RowId[]; touched: boolean } | null>(null)
  const active = frozen?.view === view ? frozen : null
  const kept = active ? keepOrder(active.ids, rows, idOf) : { rows, changed: false }
  return {
    rows: kept.rows,
    changed: kept.changed || active?.touched === true,
    freeze() {
      if (!active) setFrozen({ view, ids: rows.map(idOf), touched: false })
    },
    touch: () => setFrozen((now) => now && { ...now, touched: true }),
    thaw: () => setFrozen(null),
  }
}

/** Callbacks of cells to their list during inline editing. */
interface FreezeOrder {
  /** Called when editing starts: keeps the row order. */
  freeze: () => void
  /** Called after saving; `before` holds the column's previous values from top to bottom. */
  saved: (column: string, before: readonly number[]) => void
}

export const FreezeOrder = createContext<FreezeOrder>({ freeze() {}, saved() {} })

/** For controls inside cells. */
export const useFreezeOrder = () => useContext(FreezeOrder)
