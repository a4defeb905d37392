const SAMPLE_MS = 5000
/** Bytes outside of the collector's heap, such as bodies: open streams and caches need less. */
const MAX_EXTERNAL_BYTES = 16 * 1024 * 1024
/** The collector's heap may grow to this multiple of its smallest size. */
const MAX_HEAP_GROWTH = 1.2
/** Share of a core. A busier process makes enough garbage for the collector to run by itself. */
const BUSY_CPU_SHARE = 0.25

export interface MemorySample {
  /** Bytes in the collector's heap, and outside of it. */
  heapUsed: number
  external: number
  /** Whether the process has been busy since the previous sample. */
  busy: boolean
}

/**
 * Collects the garbage of a busy time in the background. An idle server and open streams make so little garbage
 * that it would otherwise stay for minutes. Costs nothing while there is none. Returns a function that stops it.
 */
export function collectIdleGarbage(
  look: () => MemorySample = createMemorySampler(),
  collect: () => void = () => void Bun.gc(false),
  everyMs = SAMPLE_MS,
): () => void {
  const isDue = createGcRule()
  const timer = setInterval(() => {
    if (isDue(look())) collect()
  }, everyMs).unref()
  return () => clearInterval(timer)
}

/** Returns a function that samples this process. */
export function createMemorySampler(): () => MemorySample {
  let before = { cpu: process.cpuUsage(), at: performance.now() }
  return () => {
    const now = { cpu: process.cpuUsage(before.cpu), at: performance.now() }
    const busy = now.cpu.user + now.cpu.system > (now.at - before.at) * 1000 * BUSY_CPU_SHARE
    before = { cpu: process.cpuUsage(), at: now.at }
    return { ...process.memoryUsage(), busy }
  }
}

/**
 * Returns a function that decides, sample by sample, whether there is much to collect. The memory left after a
 * collection at rest is needed, and is never due itself; the memory of a busy process does not show what is needed.
 */
export function createGcRule(): (look: MemorySample) => boolean {
  let least = Number.POSITIVE_INFINITY
  let collected = false
  return ({ heapUsed, external, busy }) => {
    if (!busy) least = collected ? heapUsed : Math.min(least, heapUsed)
    collected = !busy && (heapUsed > least * MAX_HEAP_GROWTH || external > MAX_EXTERNAL_BYTES)
    return collected
  }
}
