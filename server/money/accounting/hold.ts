import { chargeOf } from '#contract/prices/price.ts'
import { BalanceBusy, reserveNow, reserveRemaining, reserveUnits } from './balance-set.ts'
import type { LeasedBalance } from './leased-balance.ts'

/** The charge of a call. */
export interface SettledCharge {
  charge: number
  carryIn: number
  carryOut: number
  /** Ids of the windows of the budgets that were charged as well; absent = none. */
  budgets?: readonly number[]
}

/** A balance that is charged as well, and refuses nothing once the call has begun, such as the budget of a channel. */
export interface Cap {
  /** The id of the budget's window. */
  id: number
  balance: LeasedBalance
}

/** How long a call waits for units that other calls of the same owner may give back, in milliseconds. */
export const MAX_WAIT_MS = 30_000

/**
 * The units set aside for one call, the same number in each of its balances and caps. The first balance is the user's,
 * which has the carry.
 */
export class Hold {
  #ended = false
  #paid: SettledCharge | undefined
  /** The balance that refused an extension. */
  #short: LeasedBalance | undefined
  #caps: readonly Cap[] = []
  readonly #user: LeasedBalance

  constructor(
    private readonly balances: readonly [LeasedBalance, ...LeasedBalance[]],
    /** Units held; grows with the answer. */
    public units: number,
    /** Units by which all calls together may exceed a balance: one slice. */
    private readonly overdraft: number,
    /** Ids of the windows of budgets among the balances. */
    private readonly budgets: readonly number[] = [],
  ) {
    this.#user = balances[0]
  }

  /** Whether the hold covers a cost in thousandths of a unit. */
  covers(cost: number): boolean {
    return this.#missing(cost) <= 0
  }

  /** Extends the hold until it covers `cost`, by `step` units at a time if there are that many. False = refused. */
  extend(cost: number, step: number): boolean | Promise<boolean> {
    const missing = this.#missing(cost)
    if (missing <= 0) return true
    const wanted = Math.max(missing, step)
    if (!reserveNow(this.balances, wanted, false)) return this.#extendSlowly(wanted, missing)
    this.#grow(wanted)
    return true
  }

  /** Counts further units that the balances have set aside. */
  #grow(units: number): void {
    this.units += units
    for (const { balance } of this.#caps) balance.exceed(units)
  }

  async #extendSlowly(need: number, min: number): Promise<boolean> {
    const deadline = Date.now() + MAX_WAIT_MS
    try {
      const taken = await reserveUnits(this.balances, { need, min, overdraft: this.overdraft, isNew: false, deadline })
      if ('short' in taken) {
        this.#short = taken.short
        return false
      }
      this.#grow(taken.units)
      return true
    } catch (error) {
      if (error instanceof BalanceBusy) return false
      throw error
    }
  }

  /**
   * Extends the hold towards `cost` by what the owner still has, including the overdraft: for a call that could not
   * be extended and was delivered all the same. Does not wait for other calls, and works without the database.
   */
  async extendToLimit(cost: number): Promise<void> {
    this.#grow(await reserveRemaining(this.balances, this.#missing(cost), this.overdraft))
  }

  /**
   * Moves some of the units to another call of the same owner, as a separate hold, so that calls of one session
   * never wait for each other. undefined when the hold has fewer units.
   */
  split(units: number): Hold | undefined {
    if (this.#ended || units > this.units || units <= 0) return undefined
    this.units -= units
    const other = new Hold(this.balances, units, this.overdraft, this.budgets)
    other.#caps = this.#caps
    for (const balance of other.#all()) balance.active += 1
    return other
  }

  /**
   * Adds caps in which the same units are reserved, such as the budgets of a channel that is tried. `leave` takes them
   * out again, unless the call has ended meanwhile.
   */
  join(caps: readonly Cap[]): { leave(): void } {
    this.#caps = [...this.#caps, ...caps]
    return {
      leave: () => {
        if (this.#ended) return
        this.#caps = this.#caps.filter((cap) => !caps.includes(cap))
        for (const { balance } of caps) balance.endCall(this.units)
      },
    }
  }

  #all(): readonly LeasedBalance[] {
    return this.#caps.length === 0 ? this.balances : [...this.balances, ...this.#caps.map(({ balance }) => balance)]
  }

  #missing(cost: number): number {
    return chargeOf(this.#user.carry, cost).charge - this.units
  }

  /** The id of the window of a budget that refused an extension; undefined = none has, or another balance did. */
  get shortBudget(): number | undefined {
    const { balances, budgets } = this
    return this.#short && budgets[balances.indexOf(this.#short) - (balances.length - budgets.length)]
  }

  /** The share of a cost that the hold pays, in thousandths of a unit, as the cost is. */
  payable(cost: number): number {
    return this.covers(cost) ? cost : Math.max(0, this.units * 1000 - this.#user.carry)
  }

  /**
   * Charges the call and releases the rest of the hold. Throws when the hold has already ended, and before any
   * change when the cost is not exact.
   */
  settle(cost: number): SettledCharge {
    if (!Number.isSafeInteger(cost)) throw new Error(`a cost of ${cost} thousandths is not exact`)
    this.#end()
    const { charge, carry } = chargeOf(this.#user.carry, cost)
    const paid: SettledCharge = { charge, carryIn: this.#user.carry, carryOut: carry }
    if (this.budgets.length + this.#caps.length > 0) paid.budgets = [...this.budgets, ...this.#caps.map(({ id }) => id)]
    this.#paid = paid
    for (const balance of this.#all()) {
      balance.pay(charge, balance === this.#user ? carry - paid.carryIn : 0)
      balance.endCall(this.units)
    }
    return paid
  }

  /** Reverts the charge, which did not reach the journal: the call counts as not served. */
  takeBack(): void {
    if (!this.#paid) return
    const { charge, carryIn, carryOut } = this.#paid
    for (const balance of this.#all()) balance.takeBack(charge, balance === this.#user ? carryOut - carryIn : 0)
  }

  /** Ends the call without a charge. */
  release(): void {
    this.#end()
    for (const balance of this.#all()) balance.endCall(this.units)
  }

  get ended(): boolean {
    return this.#ended
  }

  #end(): void {
    if (this.#ended) throw new Error('a hold was ended twice')
    this.#ended = true
  }
}
