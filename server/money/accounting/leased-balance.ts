import { within } from '../../platform/async/with-timeout.ts'
import type { Waiter } from './balance-set.ts'

/** The units granted by a stored wallet; 0 units = it is empty. */
export interface Grant {
  units: number
  /** Thousandths that were used but not yet charged, taken from the wallet. */
  carry: number
  /** The units are a new lease: what the balance had before, if anything, is back in the wallet. */
  fresh: boolean
}

/** Requests at least `need` more units from the stored wallet. */
export type RequestLease = (need: number) => Promise<Grant>

/** The sums that charges take out of a balance. */
export interface Spending {
  calls: number
  units: number
  /** The thousandths by which they change the carry. */
  carry: number
}

/** How long a wallet counts as empty before it is read again, in milliseconds. */
const EMPTY_MS = 200
/** How long a call waits for the stored wallet: longer than a busy database takes, shorter than a caller waits. */
const LEASE_TIMEOUT_MS = 10_000

/**
 * The units that this node has leased from one wallet (a user's, or a limited token's), and what calls hold of
 * them. All arithmetic happens in memory; only `lease` reaches the database. `balance-set.ts` decides which call
 * gets units.
 */
export class LeasedBalance {
  granted = 0
  spent = 0
  held = 0
  /** Thousandths of a unit that were used but not yet charged. */
  carry = 0
  /** Number of calls with a hold. */
  active = 0
  /** Charges that the settler has not committed yet. */
  readonly unsettled: Spending = { calls: 0, units: 0, carry: 0 }
  lastUsed = Date.now()
  /**
   * Pending while units are being returned to the wallet. Until then the stored wallet holds less than the owner
   * has.
   */
  returning: Promise<void> | undefined
  /** Calls that wait for units of this balance, in the order in which they get them. */
  readonly waiters: Waiter[] = []
  /** Calls with a hold that request more units, of this balance or of another of their balances. */
  readonly extending = new Set<Waiter>()
  #leasing: Promise<void> | undefined
  #emptyUntil = 0

  constructor(
    private readonly lease: RequestLease,
    private readonly timeoutMs = LEASE_TIMEOUT_MS,
  ) {}

  /** Negative when charges exceed the grant. */
  get available(): number {
    return this.granted - this.spent - this.held
  }

  /**
   * Holds units of a cap: all of them, if there are fewer as well. What is missing is leased behind the call's back, so
   * that other nodes do not spend it.
   */
  exceed(units: number): void {
    this.held += units
    if (this.available < 0) void this.leaseUpTo(0).catch(() => {})
  }

  /** Ends a call that holds `units`. */
  endCall(units: number): void {
    this.active -= 1
    this.release(units)
  }

  /** Releases held units and wakes the waiting calls. */
  release(units: number): void {
    this.held -= units
    this.lastUsed = Date.now()
    this.wake()
  }

  /** Lets waiting calls check again, because something has changed. */
  wake(): void {
    for (const waiter of this.waiters) waiter.wake()
  }

  wakeOthers(than: Waiter): void {
    for (const waiter of this.waiters) if (waiter !== than) waiter.wake()
  }

  /** Charges a call. */
  pay(units: number, carry: number): void {
    this.#spend({ calls: 1, units, carry })
  }

  /** Reverts a charge that did not reach the journal. */
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

  /** Subtracts charges that the settler has committed. */
  settled({ calls, units, carry }: Spending): void {
    this.unsettled.calls -= calls
    this.unsettled.units -= units
    this.unsettled.carry -= carry
  }

  /**
   * Resets the balance when its lease is gone, because another node took this one for dead and returned it. Charges
   * that were not settled by then are owed to the wallet, or to the next lease.
   */
  resetLease(): void {
    this.granted = this.spent - this.unsettled.units
    this.carry = this.unsettled.carry
  }

  /** Reads the wallet again, because it was topped up. */
  clearEmpty(): void {
    this.#emptyUntil = 0
    this.wake()
  }

  /** Whether the wallet had no more units when it was last read, which counts for a moment. */
  get isWalletEmpty(): boolean {
    return performance.now() < this.#emptyUntil
  }

  get leasing(): boolean {
    return this.#leasing !== undefined
  }

  /**
   * Leases more until `units` are available, as far as the wallet has them. Simultaneous calls share one request to
   * the wallet. Throws when the wallet cannot be read.
   */
  async leaseUpTo(units: number): Promise<void> {
    if (this.available >= units) return
    if (!this.#leasing) {
      if (this.isWalletEmpty) return
      this.#leasing = this.#requestLease(units - this.available)
    }
    await within(this.timeoutMs, this.#leasing)
  }

  /** Adds the granted units when they arrive, even if no call waits for them any more. */
  async #requestLease(need: number): Promise<void> {
    try {
      let missing = need
      while (missing > 0) {
        const { units, carry, fresh } = await this.lease(missing)
        const before = this.available
        if (fresh) this.resetLease()
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
