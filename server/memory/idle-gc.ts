const LOOK_MS = 5000
/** Bytes outside of the collector's heap, such as bodies: open streams and caches need less. */
const MUCH_OUTSIDE = 16 * 1024 * 1024
/** The collector's heap may hold so many times of what it held at its emptiest. */
const MUCH_MORE = 1.2
/** Share of a core. Whoever makes so much work makes enough garbage for the collector to come by itself. */
const BUSY = 0.25

export interface Look {
  /** Bytes in the collector's heap, and outside of it. */
  heapUsed: number
  external: number
  /** Whether the process has worked hard since the look before. */
  busy: boolean
}

/**
 * Has what a busy time left behind collected, in the background: a server at rest and open streams make so little garbage
 * that it would stay for minutes. Costs nothing while there is none. Answers how to stop.
 */
export function collectSpareMemory(
  look: () => Look = looks(),
  collect: () => void = () => void Bun.gc(false),
  everyMs = LOOK_MS,
): () => void {
  const isDue = spareRule()
  const timer = setInterval(() => {
    if (isDue(look())) collect()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Looks at this process. */
export function looks(): () => Look {
  let before = { cpu: process.cpuUsage(), at: performance.now() }
  return () => {
    const now = { cpu: process.cpuUsage(before.cpu), at: performance.now() }
    const busy = now.cpu.user + now.cpu.system > (now.at - before.at) * 1000 * BUSY
    before = { cpu: process.cpuUsage(), at: now.at }
    return { ...process.memoryUsage(), busy }
  }
}

/**
 * Whether there is much to collect, look by look. What a collection leaves at rest is what is needed, and never due
 * itself; what a busy process holds tells nothing of that.
 */
export function spareRule(): (look: Look) => boolean {
  let least = Number.POSITIVE_INFINITY
  let collected = false
  return ({ heapUsed, external, busy }) => {
    if (!busy) least = collected ? heapUsed : Math.min(least, heapUsed)
    collected = !busy && (heapUsed > least * MUCH_MORE || external > MUCH_OUTSIDE)
    return collected
  }
}
