import { createContext, useContext } from 'react'

/** Tells the list that a value in it is being edited. */
export const FreezeOrder = createContext<() => void>(() => {})

/** For controls inside cells: call it when editing starts, and the rows stay where they are. */
export const useFreezeOrder = () => useContext(FreezeOrder)
