/** Counts of what was served and what failed, in which older events count less: by 63 % after `window` milliseconds. */
export class DecayingCounts {
  #served = 0
  #failed = 0
  #at = 0

  constructor(private readonly window: number) {}

  add(now: number, served: number, failed: number): void {
    this.#decay(now)
    this.#served += served
    this.#failed += failed
  }

  /** Returns the counts at a time. */
  at(now: number): { served: number; failed: number } {
    this.#decay(now)
    return { served: this.#served, failed: this.#failed }
  }

  reset(): void {
    this.#served = 0
    this.#failed = 0
  }

  #decay(now: number): void {
    if (now <= this.#at) return
    const left = Math.exp((this.#at - now) / this.window)
    this.#served *= left
    this.#failed *= left
    this.#at = now
  }
}
