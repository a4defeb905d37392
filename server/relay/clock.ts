/** Something that wants to be looked at once a second. */
export interface Ticking {
  /** `now` in milliseconds since the epoch. */
  tick(now: number): void
}

/** One timer for all calls: limits and keep-alives are seconds, and a timer for each would cost more than they do. */
export interface Clock {
  add(thing: Ticking): void
  remove(thing: Ticking): void
}

const TICK_MS = 1000

/** A clock that runs only while there is something to look at. */
export function createClock(): Clock {
  const things = new Set<Ticking>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    const now = Date.now()
    for (const thing of things) thing.tick(now)
    if (things.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    add(thing) {
      things.add(thing)
      timer ??= setInterval(tick, TICK_MS)
    },
    remove: (thing) => void things.delete(thing),
  }
}

/** Calls `late` once, within a second after its time, unless it is cleared before. */
export class Deadline implements Ticking {
  passed = false

  constructor(
    private readonly clock: Clock,
    /** Milliseconds since the epoch. */
    private readonly at: number,
    private readonly late: () => void,
  ) {
    clock.add(this)
  }

  tick(now: number): void {
    if (now < this.at) return
    this.passed = true
    this.clear()
    this.late()
  }

  clear(): void {
    this.clock.remove(this)
  }
}
