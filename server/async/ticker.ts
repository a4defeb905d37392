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
/** From how much on a difference between the two clocks of a machine is a step of one, in milliseconds. */
const STEP_MS = 5000

/**
 * A clock that runs only while there is something to look at. When the machine's is set ahead, what began before goes on
 * by the former time: nothing is late because of it. `steady` is a clock that nobody sets, in milliseconds.
 */
export function createClock(steady: () => number = () => performance.now()): Clock {
  /** What is looked at, and by how much the time was set ahead since it came. */
  const things = new Map<Ticking, number>()
  let timer: ReturnType<typeof setInterval> | undefined
  let lead = 0
  const tick = () => {
    const now = Date.now()
    const step = now - steady() - lead
    lead += step
    if (step > STEP_MS) for (const [thing, ahead] of things) things.set(thing, ahead + step)
    for (const [thing, ahead] of things) thing.tick(now - ahead)
    if (things.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    add(thing) {
      things.set(thing, 0)
      if (timer) return
      lead = Date.now() - steady()
      timer = setInterval(tick, TICK_MS)
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
