import { chargeOf } from '#contract/price.ts'
import { type Purse, PurseBusy } from './purse.ts'

/** What a call paid. */
export interface Paid {
  charge: number
  carryIn: number
  carryOut: number
}

/** How long a call waits for units that other calls of the same owner may give back, in milliseconds. */
export const MAX_WAIT_MS = 30_000

/** The units set aside for one call that has entered its purses: in the user's purse and, for a limited token, in the token's as well. */
export class Hold {
  #ended = false
  #paid: Paid | undefined

  constructor(
    readonly user: Purse,
    readonly token: Purse | undefined,
    /** Units held; grows with the answer. */
    public units: number,
    /** Units by which the owner may pass the balance, with all calls together: one slice. */
    private readonly overdraft: number,
  ) {}

  /** Whether the hold covers a cost in thousandths of a unit. */
  covers(cost: number): boolean {
    return chargeOf(this.user.carry, cost).charge <= this.units
  }

  /** Grows the hold until it covers `cost`, by `step` units at a time if there are that many. False = refused. */
  extend(cost: number, step: number): boolean | Promise<boolean> {
    const missing = chargeOf(this.user.carry, cost).charge - this.units
    if (missing <= 0) return true
    const wanted = Math.max(missing, step)
    if (!this.token && this.user.tryHold(wanted)) {
      this.units += wanted
      return true
    }
    return this.#extendSlowly(wanted, missing)
  }

  async #extendSlowly(wanted: number, missing: number): Promise<boolean> {
    const terms = { deadline: Date.now() + MAX_WAIT_MS, growing: true, overdraft: this.overdraft }
    let fromUser = 0
    try {
      fromUser = await this.user.hold(wanted, missing, terms)
      const granted = this.token && fromUser > 0 ? await this.token.hold(fromUser, missing, terms) : fromUser
      this.user.release(fromUser - granted)
      this.units += granted
      return granted > 0
    } catch (error) {
      this.user.release(fromUser)
      if (error instanceof PurseBusy) return false
      throw error
    }
  }

  /**
   * Grows the hold towards `cost` by whatever the owner still has, the overdraft included: for a call that could not be
   * extended and has been delivered all the same. Does not wait for other calls, and works without the database.
   */
  async extendToLimit(cost: number): Promise<void> {
    const missing = chargeOf(this.user.carry, cost).charge - this.units
    const fromUser = await this.user.holdRest(missing, this.overdraft)
    const granted = this.token ? await this.token.holdRest(fromUser, this.overdraft) : fromUser
    this.user.release(fromUser - granted)
    this.units += granted
  }

  /**
   * Gives a part of the units to another call of the same owner, as a hold of its own: so that calls of one session never
   * wait for each other. undefined when there are not so many.
   */
  split(units: number): Hold | undefined {
    if (this.#ended || units > this.units || units <= 0) return undefined
    this.units -= units
    for (const purse of this.#purses()) purse.active += 1
    return new Hold(this.user, this.token, units, this.overdraft)
  }

  /** The part of a cost that the hold pays, in thousandths of a unit as the cost is. */
  payable(cost: number): number {
    return this.covers(cost) ? cost : Math.max(0, this.units * 1000 - this.user.carry)
  }

  /**
   * Charges the call and gives the rest of the hold back. Happens once; a second end throws, and so does a cost that is
   * not exact, before anything has changed.
   */
  settle(cost: number): Paid {
    if (!Number.isSafeInteger(cost)) throw new Error(`a cost of ${cost} thousandths is not exact`)
    this.#end()
    const { charge, carry } = chargeOf(this.user.carry, cost)
    const paid = { charge, carryIn: this.user.carry, carryOut: carry }
    this.#paid = paid
    this.user.pay(charge, carry - paid.carryIn)
    this.token?.pay(charge, 0)
    for (const purse of this.#purses()) purse.leave(this.units)
    return paid
  }

  /** Takes the charge back, which did not reach the journal: the call counts as not served. */
  takeBack(): void {
    if (!this.#paid) return
    const { charge, carryIn, carryOut } = this.#paid
    this.user.takeBack(charge, carryOut - carryIn)
    this.token?.takeBack(charge, 0)
  }

  /** Ends the call without a charge. */
  release(): void {
    this.#end()
    for (const purse of this.#purses()) purse.leave(this.units)
  }

  get ended(): boolean {
    return this.#ended
  }

  #purses(): Purse[] {
    return this.token ? [this.user, this.token] : [this.user]
  }

  #end(): void {
    if (this.#ended) throw new Error('a hold was ended twice')
    this.#ended = true
  }
}
