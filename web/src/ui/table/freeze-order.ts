import { createContext, useContext } from 'react'

/** What cells tell their list while values are being edited in it. */
interface FreezeOrder {
  /** Editing starts: the rows stay where they are. */
  freeze: () => void
  /** A value was saved; `before` is what the column showed until then, from top to bottom. */
  saved: (column: string, before: readonly number[]) => void
}

export const FreezeOrder = createContext<FreezeOrder>({ freeze() {}, saved() {} })

/** For controls inside cells. */
export const useFreezeOrder = () => useContext(FreezeOrder)
