import { useState } from 'react'
import type { IdOf, RowId } from '../selection/selection.ts'
import { keepOrder } from './frozen-order.ts'

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
