/** A body may take so long, in milliseconds, whatever its size; and as long again as its bytes take at DEADLINE_RATE. */
const GRACE_MS = 60_000
/** Bytes a second. */
const DEADLINE_RATE = 32 * 1024
/** MIN_BYTES must arrive in each window of this length, in milliseconds: a body that only drips is not waited for. */
const WINDOW_MS = 30_000
const MIN_BYTES = 30 * 1024

/** How fast a body arrives. Times are milliseconds since the epoch. */
export class BodyPace {
  #received = 0
  #windowStart: number
  #receivedBefore = 0

  /** `announced`: its length in bytes; 0 = unknown. */
  constructor(
    private readonly announced: number,
    private readonly startedAt = Date.now(),
  ) {
    this.#windowStart = startedAt
  }

  add(bytes: number): void {
    this.#received += bytes
  }

  /** Whether the body is too slow to be waited for. To be asked about once a second. */
  isTooSlow(now = Date.now()): boolean {
    const size = Math.max(this.announced, this.#received)
    if (now - this.startedAt > GRACE_MS + (size / DEADLINE_RATE) * 1000) return true
    if (now - this.#windowStart < WINDOW_MS) return false
    const arrived = this.#received - this.#receivedBefore
    this.#windowStart = now
    this.#receivedBefore = this.#received
    return arrived < MIN_BYTES
  }
}
