/** Resolves in a later turn of the event loop, after what else waits had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
