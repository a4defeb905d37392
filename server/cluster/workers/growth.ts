import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { every } from '../../platform/async/ticker.ts'

/** What a process and its machine did since the sample before. */
export interface LoadSample {
  /** Share of a core that the thread that answers calls has used. */
  busy: number
  /** Cores of the machine that had nothing to do. */
  idleCores: number
  /** Memory that a further process could use. */
  availableBytes: number
}

/** How often the load is looked at. */
export const SAMPLE_MS = 5000
/** The thread is busy from this share of a core on: calls wait for each other then. */
const BUSY = 0.75
/** A further process gains nothing where others use all cores. */
const MIN_IDLE_CORES = 0.5
/** A process takes some 80 MB, and must not take the last of a small machine. */
const MIN_AVAILABLE_BYTES = 512 * 1024 * 1024
/** Busy samples in a row after which another process starts, so that a short burst starts none. */
const SAMPLES_IN_A_ROW = 2

/** Returns a function that decides, sample by sample, whether another process would help. */
export function createGrowthRule(): (sample: LoadSample) => boolean {
  let inARow = 0
  return ({ busy, idleCores, availableBytes }) => {
    const helps = busy >= BUSY && idleCores >= MIN_IDLE_CORES && availableBytes >= MIN_AVAILABLE_BYTES
    inARow = helps ? inARow + 1 : 0
    if (inARow < SAMPLES_IN_A_ROW) return false
    inARow = 0
    return true
  }
}

/** How many processes relay calls, the primary one included: from the start, and at most. */
export interface WorkerCounts {
  first: number
  most: number
}

/**
 * Calls `grow` with the number of the next process whenever that would help, until there are enough. Returns the function
 * that ends it.
 */
export function watchLoad(
  sample: () => LoadSample,
  everyMs: number,
  { first, most }: WorkerCounts,
  grow: (number: number) => void,
): () => void {
  const helps = createGrowthRule()
  let last = first
  const stop = every(everyMs, () => {
    if (!helps(sample())) return
    last += 1
    if (last === most) void stop()
    grow(last)
  })
  return stop
}

/** Returns a function that samples this process, whose main thread answers calls. Linux only. */
export function createLoadSampler(): () => LoadSample {
  let before = readTimes()
  return () => {
    const now = readTimes()
    const seconds = Math.max((now.at - before.at) / 1000, 0.001)
    const sample = {
      busy: (now.thread - before.thread) / seconds,
      idleCores: (now.idle - before.idle) / seconds,
      availableBytes: process.availableMemory(),
    }
    before = now
    return sample
  }
}

/** Ticks of the times in /proc, a second: fixed for programs (man 5 proc, USER_HZ). */
const TICKS = 100

/** Seconds that the main thread has worked and that all cores were idle, at a time in milliseconds. */
function readTimes() {
  const idle = cpus().reduce((sum, { times }) => sum + times.idle, 0) / 1000
  // The name of the program, in brackets, may contain blanks.
  const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return { thread: (user + system) / TICKS, idle, at: performance.now() }
}
