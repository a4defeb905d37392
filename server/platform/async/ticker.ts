/**
 * Repeats work every `ms` milliseconds, never twice at a time, without keeping the process alive. This is the only
 * repeating timer of the server. Returns the function that stops it, which resolves when the current run has ended.
 */
export function every(ms: number, work: () => unknown, onError?: (error: unknown) => void): () => Promise<void> {
  let current: Promise<unknown> | undefined
  const run = () => {
    if (current) return
    const result = work()
    if (!(result instanceof Promise)) return
    current = result.catch(onError).finally(() => {
      current = undefined
    })
  }
  const timer = setInterval(run, ms).unref()
  return async () => {
    clearInterval(timer)
    await current?.catch(() => {})
  }
}

/** A task that is called once a second. */
export interface TickTask {
  /** `now` in milliseconds since the epoch. */
  tick(now: number): void
}

/**
 * One timer for all calls: limits and keep-alives are in seconds, and one timer per call would cost more than they
 * do.
 */
export interface Ticker {
  add(thing: TickTask): void
  remove(thing: TickTask): void
}

const TICK_MS = 1000
/** A larger difference between system time and monotonic time is a step of the system time, in milliseconds. */
const STEP_MS = 5000

/**
 * Creates a ticker that runs only while it has tasks. When the system time is set forward, existing tasks continue
 * with the former time, so that none times out because of it. `steady` is a monotonic clock, in milliseconds.
 */
export function createTicker(steady: () => number = () => performance.now()): Ticker {
  /** The tasks, and by how much the time has been set forward since each was added. */
  const tasks = new Map<TickTask, number>()
  let stop: (() => void) | undefined
  let offset = 0
  const tick = () => {
    const now = Date.now()
    const step = now - steady() - offset
    offset += step
    if (step > STEP_MS) for (const [thing, ahead] of tasks) tasks.set(thing, ahead + step)
    for (const [thing, ahead] of tasks) thing.tick(now - ahead)
    if (tasks.size > 0) return
    stop?.()
    stop = undefined
  }
  return {
    add(thing) {
      tasks.set(thing, 0)
      if (stop) return
      offset = Date.now() - steady()
      stop = every(TICK_MS, tick)
    },
    remove: (thing) => void tasks.delete(thing),
  }
}

/** Calls `late` once, within one second after the deadline, unless it is cleared before. */
export class Deadline implements TickTask {
  passed = false

  constructor(
    private readonly ticker: Ticker,
    /** Milliseconds since the epoch. */
    private readonly at: number,
    private readonly onExpired: () => void,
  ) {
    ticker.add(this)
  }

  tick(now: number): void {
    if (now < this.at) return
    this.passed = true
    this.clear()
    this.onExpired()
  }

  clear(): void {
    this.ticker.remove(this)
  }
}
