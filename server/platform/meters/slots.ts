import type { Reading } from './meter.ts'
import { advance, ownPart, type Sharing } from './permit-source.ts'

/**
 * Counts the calls that run at the same time against one limit, on this node. With a source, all nodes together stay
 * within the limit; a node keeps a few places for its next calls.
 */
export class Slots {
  #inUse = 0
  #granted = 0
  #waiting = 0
  #request: Promise<number> | undefined
  /** The limit of the latest call. */
  #limit = 0

  constructor(
    private readonly key: string,
    private readonly sharing: Sharing,
  ) {}

  /** Takes a place if one is free; `give` must follow. */
  take(limit: number): boolean | Promise<boolean> {
    this.#limit = limit
    if (this.#takeNow(limit)) return true
    return !this.#isAlone && this.#inUse < this.#most(limit) && this.#takeSlowly(limit)
  }

  #takeNow(limit: number): boolean {
    const allowance = this.#isAlone ? Math.max(this.#granted, ownPart(limit, this.sharing)) : this.#granted
    if (this.#inUse >= Math.min(allowance, this.#most(limit))) return false
    this.#inUse += 1
    return true
  }

  /** How many places this node may use: its own part while the other nodes tell a source that has returned of theirs. */
  #most(limit: number): number {
    return this.sharing.source?.isSettling && !this.#isAlone ? ownPart(limit, this.sharing) : limit
  }

  get #isAlone(): boolean {
    return !this.sharing.source?.isUp
  }

  async #takeSlowly(limit: number): Promise<boolean> {
    this.#waiting += 1
    try {
      for (;;) {
        this.#request ??= this.#requestSlots(limit)
        const granted = await this.#request
        if (this.#takeNow(limit)) return true
        if (granted === 0 || this.#inUse >= this.#most(limit)) return false
      }
    } finally {
      this.#waiting -= 1
    }
  }

  /** Requests places; never rejects. Resolves to how many there are now beside the earlier ones. */
  async #requestSlots(limit: number): Promise<number> {
    // Calls that ran while the source was down have no places of it.
    const want = this.#debt + this.#waiting + this.#spare(limit)
    try {
      const granted = (await this.sharing.source?.takeSlots(this.key, { want, limit })) ?? 0
      this.#granted += granted
      return granted
    } catch {
      return 0
    } finally {
      this.#request = undefined
    }
  }

  /** How many places this node keeps for its next calls. */
  #spare(limit: number): number {
    return Math.max(0, advance(limit, this.sharing) - 1)
  }

  /** Gives a place back. */
  give(limit: number): void {
    this.#inUse -= 1
    this.#returnAbove(this.#inUse + this.#spare(limit))
  }

  /** Places of calls that began while the source was away. */
  get #debt(): number {
    return Math.max(0, this.#inUse - this.#granted)
  }

  /** Returns the places that no call uses, and tells a source that has returned of those it does not know. Called at times. */
  returnUnused(): void {
    this.#returnAbove(this.#inUse)
    if (this.#debt > 0 && !this.#isAlone) this.#request ??= this.#requestSlots(this.#limit)
  }

  #returnAbove(kept: number): void {
    const spare = this.#granted - kept
    if (spare <= 0 || this.#request) return
    this.#granted -= spare
    void this.sharing.source?.returnSlots(this.key, spare)
  }

  read(): Reading {
    return { used: this.#inUse, spare: Math.max(0, this.#granted - this.#inUse), endsAt: 0 }
  }

  isIdle(): boolean {
    return this.#inUse === 0 && this.#granted === 0 && this.#waiting === 0 && !this.#request
  }
}
