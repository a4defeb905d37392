import { within } from '../store/within.ts'

/** Asks the stored wallet for at least `need` more units. */
export type Refill = (need: number) => Promise<Grant>

/** What a stored wallet grants; 0 units = it is empty. */
export interface Grant {
  units: number
  /** Thousandths that were used but not yet charged, and lay in the wallet. */
  carry: number
  /** They are a lease of their own: what the purse had before, if anything, is back in the wallet. */
  fresh: boolean
}

/** What charges take out of a purse. */
export interface Spending {
  calls: number
  units: number
  /** By how many thousandths they move the carry. */
  carry: number
}

/** Under which terms units are set aside. */
export interface HoldTerms {
  /** Milliseconds since the epoch. */
  deadline: number
  growing: boolean
  overdraft: number
}

/** How long an empty wallet is believed to be empty, in milliseconds. */
const EMPTY_MS = 200
/** How long a call waits for the stored wallet: longer than a busy database takes, shorter than a caller's patience. */
const ANSWER_MS = 10_000

/**
 * The units that this node has leased from one wallet (a user's, or a limited token's), and what calls hold of them.
 * All arithmetic happens in memory; only `refill` reaches the database.
 */
export class Purse {
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
  /** Holds that wait to grow: they release nothing until they are answered. */
  #starving = 0
  #waiters: (() => void)[] = []
  #refilling: Promise<void> | undefined
  #emptyUntil = 0

  constructor(
    private readonly refill: Refill,
    private readonly answerMs = ANSWER_MS,
  ) {}

  /** Negative when charges passed the grant. */
  get available(): number {
    return this.granted - this.spent - this.held
  }

  /** Sets `units` aside for a new call if memory has them. */
  tryEnter(units: number): boolean {
    if (!this.tryHold(units)) return false
    this.active += 1
    return true
  }

  /** Sets `units` more aside for a call that has entered. */
  tryHold(units: number): boolean {
    if (this.available < units) return false
    this.held += units
    return true
  }

  /** A call with `units` ends. */
  leave(units: number): void {
    this.active -= 1
    this.release(units)
  }

  /**
   * Sets aside `need` units, or when the wallet runs low whatever is left but at least `min`. While other calls hold
   * units that they may give back, it waits for them until `deadline`. Then the owner may pass the balance, by less
   * than `overdraft` units with all holds together, because `min` is an estimate and the true price may be lower.
   * Answers 0 when not even that covers `min`. `growing`: for a call that has entered, else for a new one, which needs
   * a balance above zero. Throws when the database cannot be asked, and `PurseBusy` at the deadline.
   */
  async hold(need: number, min: number, { deadline, growing, overdraft }: HoldTerms): Promise<number> {
    const attempt = (units: number) => (growing ? this.tryHold(units) : this.tryEnter(units))
    if (growing) this.#starving += 1
    try {
      for (;;) {
        if (attempt(need)) return need
        await this.#refillOnce(need - this.available)
        if (attempt(need)) return need
        const rest = this.available
        if (rest >= min && attempt(rest)) return rest
        if (this.active <= this.#starving) return this.#overdraw(min, growing, overdraft)
        await this.#released(deadline)
      }
    } finally {
      if (growing) this.#starving -= 1
    }
  }

  #overdraw(units: number, growing: boolean, overdraft: number): number {
    const allowed = (growing || this.available > 0) && this.available - units > -overdraft
    if (!allowed) return 0
    this.held += units
    if (!growing) this.active += 1
    return units
  }

  /**
   * Sets aside what is left for a call that has entered, at most `most` units, passing the balance by less than
   * `overdraft` units with all holds together. A wallet that cannot be asked gives nothing more.
   */
  async holdRest(most: number, overdraft: number): Promise<number> {
    if (this.#refilling) await within(this.answerMs, this.#refilling).catch(() => {})
    if (this.available < most) await this.#refillOnce(most - this.available).catch(() => {})
    const units = Math.max(0, Math.min(most, this.available + Math.max(0, overdraft - 1)))
    this.held += units
    return units
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

  /** Gives held units back and lets those who wait try again. */
  release(units: number): void {
    this.held -= units
    this.lastUsed = Date.now()
    this.wake()
  }

  /** Something changed that may let a waiting call go on. */
  wake(): void {
    if (this.#waiters.length === 0) return
    const waiters = this.#waiters
    this.#waiters = []
    for (const waiter of waiters) waiter()
  }

  /** The wallet was topped up: ask it again. */
  forgetEmpty(): void {
    this.#emptyUntil = 0
    this.wake()
  }

  get refilling(): boolean {
    return this.#refilling !== undefined
  }

  /** One question at a time; whoever comes meanwhile shares the answer and then looks again. */
  async #refillOnce(need: number): Promise<void> {
    if (!this.#refilling) {
      if (performance.now() < this.#emptyUntil) return
      this.#refilling = this.#ask(need)
    }
    await within(this.answerMs, this.#refilling)
  }

  /** Takes the answer in whenever it comes, also when nobody waits for it any more. */
  async #ask(need: number): Promise<void> {
    try {
      let missing = need
      while (missing > 0) {
        const { units, carry, fresh } = await this.refill(missing)
        const before = this.available
        if (fresh) this.startOver()
        const lost = before - this.available
        this.granted += units
        this.carry += carry
        if (units < missing) this.#emptyUntil = performance.now() + EMPTY_MS
        missing = units < missing ? 0 : lost
      }
    } finally {
      this.#refilling = undefined
    }
  }

  #released(deadline: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new PurseBusy()), Math.max(0, deadline - Date.now()))
      this.#waiters.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** All units are held by calls in progress, and none was given back in time. */
export class PurseBusy extends Error {
  constructor() {
    super('the balance is reserved by calls in progress')
    this.name = 'PurseBusy'
  }
}
