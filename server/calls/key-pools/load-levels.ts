/** A thing with calls in progress. */
interface Loaded {
  inFlight: number
  /** Changes whenever the item goes to another level; entries with another number are outdated. */
  place: number
}

/** Things by the number of calls that they have in progress, so that the least busy one is found at once. */
export interface LoadLevels<T extends Loaded> {
  add(item: T): void
  remove(item: T): void
  /** Changes the calls in progress of an item, whether it is among the levels or not. */
  change(item: T, by: 1 | -1): void
  /** The least busy items first; of equally busy ones that which has waited longest. */
  leastBusy(): Iterable<T>
}

/** A queue from which outdated entries are dropped when they come to its front. */
interface Level<T> {
  entries: { item: T; place: number }[]
  front: number
}

/** Outdated entries that a queue may have beside as many as there are items, so that it is seldom copied. */
const MAX_OUTDATED = 1000

/** Creates levels without items. */
export function createLoadLevels<T extends Loaded>(): LoadLevels<T> {
  const levels: Level<T>[] = []
  /** Items that are among the levels. */
  const here = new Set<T>()
  let places = 0

  function enqueue(item: T): void {
    while (levels.length <= item.inFlight) levels.push({ entries: [], front: 0 })
    const level = levels[item.inFlight] as Level<T>
    item.place = ++places
    level.entries.push({ item, place: item.place })
    if (level.entries.length > 2 * here.size + MAX_OUTDATED) {
      level.entries = level.entries.filter(isCurrent)
      level.front = 0
    }
  }

  const isCurrent = ({ item, place }: { item: T; place: number }) => item.place === place && here.has(item)

  /** Passes over what is outdated at the front of a level, once. */
  function tidy(level: Level<T>): void {
    for (let next = level.entries[level.front]; next && !isCurrent(next); next = level.entries[level.front])
      level.front++
  }

  return {
    add(item) {
      here.add(item)
      enqueue(item)
    },
    remove: (item) => void here.delete(item),
    change(item, by) {
      item.inFlight = Math.max(0, item.inFlight + by)
      if (here.has(item)) enqueue(item)
    },
    *leastBusy() {
      for (const level of levels) {
        tidy(level)
        for (let index = level.front; index < level.entries.length; index++) {
          const entry = level.entries[index]
          if (entry && isCurrent(entry)) yield entry.item
        }
      }
    },
  }
}
