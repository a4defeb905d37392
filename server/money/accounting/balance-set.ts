import type { LeasedBalance } from './leased-balance.ts'

/**
 * The balances that pay for one call together: a user's, and a limited token's. Units are set aside in all of them
 * or in none. docs/adr/0002-elastic-holds.md explains why calls wait and why the waiting ends.
 */
export type BalanceSet = readonly LeasedBalance[]

/** The units that a call requests from its balances, in quota units. */
export interface UnitsRequest {
  need: number
  /** The call is refused below this number. */
  min: number
  /** The units by which all holds together may exceed a balance, because `min` is an estimate. */
  overdraft: number
  /** The call has no hold yet. It may exceed a balance only when that is above zero. */
  isNew: boolean
  /** Milliseconds since the epoch until which the call waits for other calls. */
  deadline: number
}

/** The units that were set aside in each balance, or the balance that is short. */
export type UnitsResult = { units: number } | { short: LeasedBalance }

let arrivals = 0

/** A call that requests units. */
export class Waiter {
  /** Sequence number of the call, in the order of arrival. */
  readonly sequence = ++arrivals
  /** The balances that the call waits for; empty while it does not wait. */
  waitingFor: BalanceSet = []
  /** A balance has changed since the call last checked. */
  isWoken = false
  #resume: (() => void) | undefined

  constructor(readonly isNew: boolean) {}

  wake(): void {
    this.isWoken = true
    this.#resume?.()
  }

  /** Resolves when a balance has changed. Throws BalanceBusy at the deadline. */
  whenWoken(deadline: number): Promise<void> | undefined {
    if (this.isWoken) return undefined
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new BalanceBusy()), Math.max(0, deadline - Date.now()))
      this.#resume = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Sets `units` aside in all balances if memory has them and no other call waits for them. */
export function reserveNow(balances: BalanceSet, units: number, isNew: boolean): boolean {
  if (!balances.every((balance) => balance.available >= units && balance.waiters.length === 0)) return false
  reserve(balances, units, isNew)
  return true
}

/** Registers a new call that needs no units. */
export const registerFreeCall = (balance: LeasedBalance): void => reserve([balance], 0, true)

/** Sets units aside, whether the balances have them or not. `isNew`: for a call that has no hold in them. */
export function reserve(balances: BalanceSet, units: number, isNew: boolean): void {
  for (const balance of balances) {
    balance.held += units
    if (isNew) balance.active += 1
  }
}

/**
 * Sets `need` units aside, or when a wallet runs low what is left, but at least `min`. While other calls hold units
 * that they may give back, it waits for them in the order of arrival; calls that have a hold go before new ones.
 * When no call can give units back, all holds together may exceed a balance by less than `overdraft` units. Throws
 * when a wallet cannot be read, and `BalanceBusy` at the deadline.
 */
export async function reserveUnits(balances: BalanceSet, wanted: UnitsRequest): Promise<UnitsResult> {
  const waiter = new Waiter(wanted.isNew)
  if (!wanted.isNew) for (const balance of balances) balance.extending.add(waiter)
  try {
    for (;;) {
      const reserved = await tryReserve(balances, wanted, waiter)
      if (reserved === LEASE_MORE && Date.now() < wanted.deadline) continue
      if (typeof reserved === 'object') return reserved
      await waiter.whenWoken(wanted.deadline)
    }
  } finally {
    for (const balance of balances) balance.extending.delete(waiter)
    updateQueues(waiter, [])
  }
}

/**
 * Sets the remaining units aside for a call with a hold: at most `most` units, all holds together exceeding a
 * balance by less than `overdraft` units. Does not wait for other calls. A wallet that cannot be read adds nothing.
 */
export async function reserveRemaining(balances: BalanceSet, most: number, overdraft: number): Promise<number> {
  const leaseMore = () => Promise.all(balances.map((balance) => balance.leaseUpTo(most).catch(() => {})))
  // The first lease may be one that another call requested, for a smaller need.
  await leaseMore()
  await leaseMore()
  const left = balances.map(({ available }) => available + Math.max(0, overdraft - 1))
  const units = Math.max(0, Math.min(most, ...left))
  reserve(balances, units, false)
  return units
}

/**
 * A lease was smaller than the call needs, because another call had requested it or has taken its units, and the
 * stored wallet may have more.
 */
const LEASE_MORE = 'lease more'

/** Checks the balances once; undefined = the call must wait for the balances in `waiter.waitingFor`. */
async function tryReserve(
  balances: BalanceSet,
  wanted: UnitsRequest,
  waiter: Waiter,
): Promise<UnitsResult | typeof LEASE_MORE | undefined> {
  const { need, min, isNew } = wanted
  const isNext = () => balances.every((balance) => isFirst(balance, waiter))
  if (isNext() && balances.every(({ available }) => available >= need)) return taken(balances, need, isNew)
  await Promise.all(balances.map((balance) => balance.leaseUpTo(need)))
  // Nothing else runs between here and the end of the function.
  waiter.isWoken = false
  const units = Math.min(need, ...balances.map(({ available }) => available))
  if (isNext() && units >= min) return taken(balances, units, isNew)
  const short = balances.filter((balance) => balance.available < min || !isFirst(balance, waiter))
  updateQueues(waiter, short)
  const isLow = (balance: LeasedBalance) => isFirst(balance, waiter) && balance.available < min
  if (short.some((balance) => isLow(balance) && !balance.isWalletEmpty)) return LEASE_MORE
  const exhausted = short.filter((balance) => isFirst(balance, waiter) && !mayRegainUnits(balance))
  const refused = exhausted.find((balance) => !coversOverdraft(balance, wanted))
  if (refused) return { short: refused }
  // The overdraft covers what is missing in every balance.
  return exhausted.length === short.length ? taken(balances, min, isNew) : undefined
}

function taken(balances: BalanceSet, units: number, isNew: boolean): UnitsResult {
  reserve(balances, units, isNew)
  return { units }
}

/** Whether a balance that is short may be exceeded by what a call needs. */
export const coversOverdraft = (
  { available }: Pick<LeasedBalance, 'available'>,
  { min, overdraft, isNew }: Pick<UnitsRequest, 'min' | 'overdraft' | 'isNew'>,
) => available - min > -overdraft && (!isNew || available > 0)

/** Whether no other call gets units of a balance before this one. */
const isFirst = ({ waiters }: LeasedBalance, waiter: Waiter) =>
  waiters[0] === undefined || waiters[0] === waiter || comesBefore(waiter, waiters[0])

/** Calls that have a hold come first, because they end and give it back. */
const comesBefore = (one: Waiter, other: Waiter) =>
  one.isNew === other.isNew ? one.sequence < other.sequence : other.isNew

/**
 * Whether a call that holds units of a balance may give some back: one that runs, or one that waits for balances of
 * which this is true. Calls that wait for each other in a circle give nothing back.
 */
function mayRegainUnits(balance: LeasedBalance, looked: ReadonlySet<LeasedBalance> = new Set()): boolean {
  const waiting = [...balance.extending].filter(({ waitingFor: waitsFor }) => waitsFor.length > 0)
  if (balance.active > waiting.length) return true
  const seen = new Set([...looked, balance])
  return waiting.some(({ waitingFor: waitsFor }) =>
    waitsFor.every((other) => !seen.has(other) && mayRegainUnits(other, seen)),
  )
}

/**
 * Adds a call to the queues of the balances that it waits for and removes it from all others. Calls in a queue that
 * it joins may have waited for this call; calls in a queue that it leaves may be next.
 */
function updateQueues(waiter: Waiter, balances: BalanceSet): void {
  const before = waiter.waitingFor
  waiter.waitingFor = balances
  const left = before.filter((balance) => !balances.includes(balance))
  const joined = balances.filter((balance) => !before.includes(balance))
  for (const { waiters } of left) waiters.splice(waiters.indexOf(waiter), 1)
  for (const { waiters } of joined) {
    const place = waiters.findIndex((other) => comesBefore(waiter, other))
    waiters.splice(place < 0 ? waiters.length : place, 0, waiter)
  }
  for (const balance of [...left, ...joined]) balance.wakeOthers(waiter)
}

/** All units are held by calls in progress, and none was given back in time. */
export class BalanceBusy extends Error {
  constructor() {
    super('the balance is reserved by calls in progress')
    this.name = 'BalanceBusy'
  }
}
