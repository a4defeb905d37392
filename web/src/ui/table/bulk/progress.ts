/** Observable progress of a long action. */
export interface Progress {
  total: number
  /** Number of finished items, including failed ones. */
  count: () => number
  advance: () => void
  subscribe: (listener: () => void) => () => void
}

/** Creates an observable count from 0 to `total`. */
export function createProgress(total: number): Progress {
  let count = 0
  const listeners = new Set<() => void>()
  return {
    total,
    count: () => count,
    advance() {
      count += 1
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Progress in percent, rounded down to a quarter, for screen reader announcements. */
export const quarterOf = (count: number, total: number) => (total === 0 ? 100 : Math.floor((count / total) * 4) * 25)
