/**
 * For so long, in milliseconds, calls are begun in one turn of the event loop. All other connections wait for it, and
 * for the answers to those calls soon after.
 */
const TURN_MS = 2
/** Behind a pause of this length, in milliseconds, others had their turn. */
const PAUSE_MS = 1

/**
 * Begins calls: at once while there are few, else in later turns of the event loop, in which each lane (a caller) has
 * one call begun after the other lanes had one of theirs. So a caller with thousands of calls at once delays its own.
 */
export class CallTurns {
  /** What waits, by lane; the lane that is next comes first. */
  readonly #lanes = new Map<string, (() => void)[]>()
  #spent = 0
  #endedAt = 0

  /** `now` is a monotonic clock in milliseconds; `nextTurn` calls a function in a later turn of the event loop. */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly nextTurn: (act: () => void) => void = setImmediate,
  ) {}

  /** Begins a call of a lane, which is asked for only when the call has to wait. */
  begin(laneOf: () => string, act: () => void): void {
    const startedAt = this.now()
    if (startedAt - this.#endedAt > PAUSE_MS) this.#spent = 0
    if (this.#lanes.size === 0 && this.#spent < TURN_MS) {
      this.#act(act, startedAt)
      return
    }
    if (this.#lanes.size === 0) this.nextTurn(() => this.#turn())
    const lane = laneOf()
    const waiting = this.#lanes.get(lane)
    if (waiting) waiting.push(act)
    else this.#lanes.set(lane, [act])
  }

  #act(act: () => void, startedAt: number): void {
    act()
    this.#endedAt = this.now()
    this.#spent += this.#endedAt - startedAt
  }

  #turn(): void {
    this.#spent = 0
    for (const [lane, waiting] of this.#lanes) {
      if (this.#spent >= TURN_MS) break
      const act = waiting.shift()
      // Behind the other lanes, where this loop comes to it again.
      this.#lanes.delete(lane)
      if (waiting.length > 0) this.#lanes.set(lane, waiting)
      if (act) this.#act(act, this.now())
    }
    if (this.#lanes.size > 0) this.nextTurn(() => this.#turn())
  }
}
