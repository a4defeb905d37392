const LOOK_MS = 10_000
/** Bytes outside of the collector's heap, such as bodies: open streams and caches need less. */
const MUCH_OUTSIDE = 16 * 1024 * 1024
/** The collector's heap may hold so many times of what it held at its emptiest. */
const MUCH_MORE = 1.4

export type Memory = Pick<NodeJS.MemoryUsage, 'external' | 'heapUsed'>

/**
 * Has what a busy time left behind collected, in the background: a server at rest and open streams make so little garbage
 * that it would stay for minutes. Costs nothing while there is none. Answers how to stop.
 */
export function collectSpareMemory(
  memory: () => Memory = process.memoryUsage,
  collect: () => void = () => void Bun.gc(false),
  everyMs = LOOK_MS,
): () => void {
  const isDue = spareRule()
  const timer = setInterval(() => {
    if (isDue(memory())) collect()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Whether there is much to collect, look by look. What a collection leaves is what is needed, and never due itself. */
export function spareRule(): (now: Memory) => boolean {
  let least = Number.POSITIVE_INFINITY
  let collected = false
  return ({ external, heapUsed }) => {
    least = collected ? heapUsed : Math.min(least, heapUsed)
    collected = heapUsed > least * MUCH_MORE || external > MUCH_OUTSIDE
    return collected
  }
}
