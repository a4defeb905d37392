/** How far a long act is, for whoever shows it. */
export interface Progress {
  total: number
  /** How many are behind it, well or badly. */
  count: () => number
  advance: () => void
  subscribe: (listener: () => void) => () => void
}

/** A count from 0 to `total` that can be followed. */
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

/** The last full quarter of the way in percent: often enough to be read out. */
export const quarterOf = (count: number, total: number) => (total === 0 ? 100 : Math.floor((count / total) * 4) * 25)
