import { createContext, useContext } from 'react'

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
