/** Bounds of the steps in milliseconds: each is a quarter longer than the one before. */
const FIRST_MS = 50
const STEP = Math.log(1.25)
const STEPS = 48
/** At this number of counted times, all counts are halved: older times weigh less. */
const MOST = 400
/** Fewer times than these tell nothing. */
const LEAST = 20

/** How long a model at a channel took to its first byte lately. */
export class FirstByteTimes {
  readonly #counts = new Uint16Array(STEPS)
  #sum = 0

  add(ms: number): void {
    const step = Math.ceil(Math.log(Math.max(1, ms / FIRST_MS)) / STEP)
    this.#counts[Math.min(STEPS - 1, step)]! += 1
    this.#sum += 1
    if (this.#sum < MOST) return
    this.#sum = 0
    for (let at = 0; at < STEPS; at++) this.#sum += this.#counts[at] = (this.#counts[at] ?? 0) >> 1
  }

  /** The time in milliseconds within which this share of the calls began to answer; undefined = too few are known. */
  quantile(share: number): number | undefined {
    if (this.#sum < LEAST) return undefined
    let left = share * this.#sum
    let step = 0
    for (; step < STEPS - 1; step++) {
      left -= this.#counts[step] ?? 0
      if (left <= 0) break
    }
    return FIRST_MS * Math.exp(step * STEP)
  }
}
