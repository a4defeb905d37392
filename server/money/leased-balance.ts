import { within } from '../async/with-timeout.ts'
import type { Waiter } from './balance-set.ts'

/** What a stored wallet grants; 0 units = it is empty. */
export interface Grant {
  units: number
  /** Thousandths that were used but not yet charged, and lay in the wallet. */
  carry: number
  /** They are a lease of their own: what the balance had before, if anything, is back in the wallet. */
  fresh: boolean
}

/** Asks the stored wallet for at least `need` more units. */
export type Lease = (need: number) => Promise<Grant>

/** What charges take out of a balance. */
export interface Spending {
  calls: number
  units: number
  /** By how many thousandths they move the carry. */
  carry: number
}

/** How long an empty wallet is taken to be empty, in milliseconds. */
const EMPTY_MS = 200
/** How long a call waits for the stored wallet: longer than a busy database takes, shorter than a caller waits. */
const ANSWER_MS = 10_000

/**
 * The units that this node has leased from one wallet (a user's, or a limited token's), and what calls hold of them.
 * All arithmetic happens in memory; only `lease` reaches the database. `balance-set.ts` decides which call gets units.
 */
export class LeasedBalance {
  granted = 0
  spent = 0
  held = 0
  /** Thousandths of a unit that were used but not yet charged. */
  carry = 0
  /** Calls with a hold. */
  active = 0
  /** Charges that the settler has not committed yet. */
  readonly unsettled: Spending = { calls: 0, units: 0, carry: 0 }
  lastUsed = Date.now()
  /** Units are on their way back to the wallet: until they are there, it seems to hold less than it does. */
  givingBack: Promise<void> | undefined
  /** Calls that wait for units of this balance, in the order in which they get them. */
  readonly waiters: Waiter[] = []
  /** Calls with a hold that are asking for more units, of this balance or of another one of theirs. */
  readonly growing = new Set<Waiter>()
  #leasing: Promise<void> | undefined
  #emptyUntil = 0

  constructor(
    private readonly lease: Lease,
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** Negative when charges passed the grant. */
  get available(): number {
    return this.granted - this.spent - this.held
  }

  /** A call with `units` ends. */
  leave(units: number): void {
    this.active -= 1
    this.release(units)
  }

  /** Gives held units back and lets those who wait try again. */
  release(units: number): void {
    this.held -= units
    this.lastUsed = Date.now()
    this.wake()
  }

  /** Lets calls that wait look again, because something has changed. */
  wake(): void {
    for (const waiter of this.waiters) waiter.wake()
  }

  wakeOthers(than: Waiter): void {
    for (const waiter of this.waiters) if (waiter !== than) waiter.wake()
  }

  /** A call is charged. */
  pay(units: number, carry: number): void {
    this.#spend({ calls: 1, units, carry })
  }

  /** A charge did not reach the journal. */
  takeBack(units: number, carry: number): void {
    this.#spend({ calls: -1, units: -units, carry: -carry })
    this.wake()
  }

  #spend({ calls, units, carry }: Spending): void {
    this.spent += units
    this.carry += carry
    this.unsettled.calls += calls
    this.unsettled.units += units
    this.unsettled.carry += carry
  }

  /** The settler has committed charges. */
  settled({ calls, units, carry }: Spending): void {
    this.unsettled.calls -= calls
    this.unsettled.units -= units
    this.unsettled.carry -= carry
  }

  /**
   * The lease is gone: another node took this one for dead and returned it. What was not settled by then is owed to the
   * wallet, or to the next lease.
   */
  startOver(): void {
    this.granted = this.spent - this.unsettled.units
    this.carry = this.unsettled.carry
  }

  /** The wallet was topped up: ask it again. */
  forgetEmpty(): void {
    this.#emptyUntil = 0
    this.wake()
  }

  get leasing(): boolean {
    return this.#leasing !== undefined
  }

  /**
   * Leases more until `units` are available, as far as the wallet has them. Calls that ask at the same time share one
   * question to the wallet. Throws when the wallet cannot be asked.
   */
  async leaseUpTo(units: number): Promise<void> {
    if (this.available >= units) return
    if (!this.#leasing) {
      if (performance.now() < this.#emptyUntil) return
      this.#leasing = this.#ask(units - this.available)
    }
    await within(this.answerMs, this.#leasing)
  }

  /** Takes the answer in whenever it comes, also when nobody waits for it any more. */
  async #ask(need: number): Promise<void> {
    try {
      let missing = need
      while (missing > 0) {
        const { units, carry, fresh } = await this.lease(missing)
        const before = this.available
        if (fresh) this.startOver()
        const lost = before - this.available
        this.granted += units
        this.carry += carry
        if (units < missing) this.#emptyUntil = performance.now() + EMPTY_MS
        missing = units < missing ? 0 : lost
      }
    } finally {
      this.#leasing = undefined
    }
  }
}
