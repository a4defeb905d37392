import { every } from '../async/ticker.ts'

const SAMPLE_MS = 5000
/** Bytes of buffers, such as bodies: open streams and caches need less. */
const MAX_BUFFER_BYTES = 16 * 1024 * 1024
/** The collector's heap may grow to this multiple of its smallest size. */
const MAX_HEAP_GROWTH = 1.2
/** Share of a core. A busier process makes enough garbage for the collector to run by itself. */
const BUSY_CPU_SHARE = 0.25
/**
 * After this number of samples in a row with more buffers, even a busy process collects: large bodies of a while ago
 * would stay as long as many streams, which leave little garbage, keep it busy.
 */
const BUSY_SAMPLES = 6

export interface MemorySample {
  /** Bytes of the collector's heap, with what its objects hold outside of it; and those of buffers. */
  heapUsed: number
  buffers: number
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
  return every(everyMs, () => {
    if (isDue(look())) collect()
  })
}

/** Milliseconds of a steady clock, and those that the process has worked. */
export interface Times {
  at: number
  worked: number
}

function timesOfProcess(): Times {
  const { user, system } = process.cpuUsage()
  return { at: performance.now(), worked: (user + system) / 1000 }
}

/** Returns a function that samples this process. */
export function createMemorySampler(timesNow: () => Times = timesOfProcess): () => MemorySample {
  let before = timesNow()
  return () => {
    const now = timesNow()
    const busy = now.worked - before.worked > (now.at - before.at) * BUSY_CPU_SHARE
    before = now
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return { heapUsed, buffers: arrayBuffers, busy }
  }
}

/**
 * Returns a function that decides, sample by sample, whether there is much to collect. The memory left after a
 * collection at rest is needed, and is never due itself; the heap of a busy process does not show what is needed.
 */
export function createGcRule(): (look: MemorySample) => boolean {
  let least = Number.POSITIVE_INFINITY
  let collected = false
  let busySamples = 0
  return ({ heapUsed, buffers, busy }) => {
    const large = buffers > MAX_BUFFER_BYTES
    busySamples = busy && large ? busySamples + 1 : 0
    if (busySamples === BUSY_SAMPLES) {
      busySamples = 0
      return true
    }
    if (!busy) least = collected ? heapUsed : Math.min(least, heapUsed)
    collected = !busy && (heapUsed > least * MAX_HEAP_GROWTH || large)
    return collected
  }
}
