/** Things by the number of calls that they have in progress, so that the least busy one is found at once. */
export interface LoadLevels<T extends { inFlight: number }> {
  add(item: T): void
  remove(item: T): void
  /** Changes the calls in progress of an item, whether it is among the levels or not. */
  change(item: T, by: 1 | -1): void
  /** The least busy items first; of equally busy ones that which has waited longest. */
  leastBusy(): Iterable<T>
}

/** Creates levels without items. */
export function createLoadLevels<T extends { inFlight: number }>(): LoadLevels<T> {
  const levels: Set<T>[] = []
  const levelOf = (item: T) => {
    const known = levels[item.inFlight]
    if (known) return known
    while (levels.length <= item.inFlight) levels.push(new Set())
    return levels[item.inFlight] as Set<T>
  }
  return {
    add: (item) => void levelOf(item).add(item),
    remove: (item) => void levelOf(item).delete(item),
    change(item, by) {
      const isHere = levelOf(item).delete(item)
      item.inFlight = Math.max(0, item.inFlight + by)
      if (isHere) levelOf(item).add(item)
    },
    *leastBusy() {
      for (const level of levels) yield* level
    },
  }
}
