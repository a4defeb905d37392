import { advance, ownPart, type Sharing } from './permit-source.ts'

/** Returns the end of a window that begins at `now`; both in milliseconds since the epoch. */
export type WindowEnd = (now: number) => number

/** How much of a limit is used. */
export interface Reading {
  /** By all nodes, as far as this node knows. */
  used: number
  /** Permits that this node has taken in advance. */
  spare: number
  /** Milliseconds since the epoch; 0 = no window has begun. */
  endsAt: number
}

/** Whether an amount fits into what is left of a limit; one above the whole limit does where nothing is used. */
export const fits = (used: number, amount: number, limit: number): boolean =>
  limit > 0 && used + Math.min(amount, limit) <= limit

/**
 * Counts calls or tokens against one limit, window after window, on this node. With a source, all nodes together stay
 * within the limit, and only a call for which this node has no permits left makes a request.
 */
export class Meter {
  /** Number of the present window. */
  window = 0
  #used = 0
  #granted = 0
  /** Permits of the other nodes, as far as this node knows. */
  #others = 0
  #endsAt = 0
  /** The name that the source gave the window; "" = it was not asked. */
  #name = ''
  #request: Promise<void> | undefined
  /** What was counted in the present window before this process started, for a source that forgets. */
  #counted = 0
  /** Permits that waiting calls need. */
  #waiting = 0
  /** So many new permits were refused in this window, under this limit. */
  #refused: { least: number; limit: number } | undefined

  /**
   * This node has counted on its own in the window, or the source has lost what it knew: other nodes may have used their
   * parts without a word, so that this one goes on with its own part. The permits that it had by then; undefined = no.
   */
  #kept: number | undefined

  constructor(
    private readonly key: string,
    private readonly windowEnd: WindowEnd,
    private readonly sharing: Sharing,
    /** The clock of this node, which may differ from those of others. */
    private readonly clock: () => number = Date.now,
  ) {}

  /**
   * Counts `amount` if the limit allows it. An amount above the whole limit is allowed when nothing else was counted
   * in the window: otherwise it never would be.
   */
  take(amount: number, limit: number, now: number): boolean | Promise<boolean> {
    this.#roll(now)
    if (this.#takeNow(amount, limit)) return true
    return this.#mayRequest(amount, limit) && this.#takeSlowly(amount, limit)
  }

  #takeNow(amount: number, limit: number): boolean {
    const isAlone = this.#isAlone
    if (isAlone) this.#kept ??= this.#granted
    const most = this.#most(limit)
    const allowance = isAlone ? most : Math.min(this.#granted, most)
    const needed = Math.min(amount, isAlone ? allowance : limit)
    if (limit === 0 || !fits(this.#used, needed, allowance)) return false
    this.#used += amount
    if (amount > needed) this.#reportDebt(limit)
    return true
  }

  /** How much of the limit this node may use in the window. */
  #most(limit: number): number {
    return this.#kept === undefined ? limit : Math.max(this.#kept, ownPart(limit, this.sharing))
  }

  /** How many further permits this node may request. */
  #open(limit: number): number {
    return this.#kept === undefined ? limit : Math.max(0, this.#most(limit) - this.#granted - this.#debt)
  }

  get #isAlone(): boolean {
    return !this.sharing.source?.isUp
  }

  /** Permits that were used beyond what was granted. */
  get #debt(): number {
    return Math.max(0, this.#used - this.#granted)
  }

  /** Permits that a call needs beside those that this node has. */
  #missing(amount: number, limit: number): number {
    return this.#used + Math.min(amount, limit) - this.#granted - this.#debt
  }

  #mayRequest(amount: number, limit: number): boolean {
    if (this.#isAlone || limit === 0) return false
    if (this.#kept !== undefined && this.#used + Math.min(amount, limit) > this.#most(limit)) {
      this.#reportDebt(limit)
      return false
    }
    const refused = this.#refused
    return !refused || this.#missing(amount, limit) < refused.least || limit > refused.limit
  }

  async #takeSlowly(amount: number, limit: number): Promise<boolean> {
    const needed = Math.min(amount, limit)
    this.#waiting += needed
    try {
      for (;;) {
        const ahead = this.#waiting - needed + advance(limit, this.sharing)
        const least = this.#missing(amount, limit)
        this.#request ??= this.#requestPermits(least, Math.min(least + ahead, this.#open(limit)), limit)
        await this.#request
        this.#roll(this.clock())
        if (this.#takeNow(amount, limit)) return true
        if (!this.#mayRequest(amount, limit)) return false
      }
    } finally {
      this.#waiting -= needed
    }
  }

  /** Requests new permits; never rejects. When the source is down, this node counts on its own for some time. */
  async #requestPermits(least: number, want: number, limit: number): Promise<void> {
    let isLost = false
    try {
      const { window } = this
      const debt = this.#debt
      const windowMs = Math.max(1, this.#endsAt - this.clock())
      const counted = this.#counted
      const grant = await this.sharing.source?.takePermits(this.key, { least, want, limit, debt, windowMs, counted })
      if (!grant || window !== this.window) return
      // A source that was restarted empty does not know of earlier grants: they are a debt now.
      if (this.#name !== '' && this.#name !== grant.window) {
        this.#granted = 0
        this.#kept ??= this.#used
        isLost = true
      }
      this.#name = grant.window
      this.#granted += grant.granted + debt
      this.#others = Math.max(0, grant.total - this.#granted)
      this.#endsAt = this.clock() + grant.msLeft
      if (least > 0 && grant.granted === 0) this.#refused = { least, limit }
    } catch {
      // `isUp` of the source is false now.
    } finally {
      this.#request = undefined
      if (isLost) this.#reportDebt(limit)
    }
  }

  #reportDebt(limit: number): void {
    if (this.#isAlone || this.#request || this.#debt === 0) return
    this.#request = this.#requestPermits(0, 0, limit)
  }

  /** Begins another window when the last one has ended. */
  #roll(now: number): void {
    if (now < this.#endsAt) return
    this.window += 1
    this.#used = 0
    this.#granted = 0
    this.#others = 0
    this.#refused = undefined
    this.#counted = 0
    this.#name = ''
    this.#kept = undefined
    this.#endsAt = this.windowEnd(now)
  }

  /** Changes what a call took in a window by `difference`, now that its real amount is known, if that window lasts. */
  correct(difference: number, window: number, limit: number): void {
    if (difference === 0 || window !== this.window) return
    this.#used = Math.max(0, this.#used + difference)
    this.#reportDebt(limit)
  }

  /** Counts what was used in the present window before this node started. */
  add(amount: number, now: number): void {
    this.#roll(now)
    if (this.sharing.source?.forgets) this.#counted += amount
    else this.#used += amount
  }

  read(now: number): Reading {
    if (now >= this.#endsAt) return { used: 0, spare: 0, endsAt: 0 }
    const spare = Math.max(0, this.#granted - this.#used)
    return { used: this.#used + this.#others, spare, endsAt: this.#endsAt }
  }

  /** Whether the meter may be forgotten. */
  isIdle(now: number): boolean {
    return now >= this.#endsAt && !this.#request && this.#waiting === 0
  }
}
