import { useState } from 'react'
import { keepOrder } from './frozen-order.ts'
import type { IdOf, RowId } from './selection.ts'

/**
 * Keeps a list's order from the first edit on, so that no row moves away from under the pointer. It thaws when `view`
 * (page, sort or filters) changes or when asked to.
 */
export function useFrozenRows<Row>(rows: readonly Row[], idOf: IdOf<Row>, view: string) {
  const [frozen, setFrozen] = useState<{ view: string; ids: RowId[] } | null>(null)
  const active = frozen?.view === view ? frozen : null
  return {
    ...(active ? keepOrder(active.ids, rows, idOf) : { rows, changed: false }),
    freeze() {
      if (!active) setFrozen({ view, ids: rows.map(idOf) })
    },
    thaw: () => setFrozen(null),
  }
}
