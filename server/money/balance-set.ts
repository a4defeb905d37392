import type { LeasedBalance } from './leased-balance.ts'

/**
 * The balances that pay for one call together: a user's, and a limited token's. Units are set aside in all of them or in
 * none. docs/adr/0002-elastic-holds.md says why calls wait and why the waiting ends.
 */
export type BalanceSet = readonly LeasedBalance[]

/** What a call asks of its balances, in quota units. */
export interface UnitsWanted {
  need: number
  /** What it cannot do without. */
  min: number
  /** By how much a balance may be passed, with all holds together, because `min` is an estimate. */
  overdraft: number
  /** The call has no hold yet. It needs a balance above zero to pass it. */
  isNew: boolean
  /** Milliseconds since the epoch until which it waits for other calls. */
  deadline: number
}

/** The units that were set aside in each balance, or the balance that has not enough. */
export type UnitsTaken = { units: number } | { short: LeasedBalance }

let arrivals = 0

/** A call that asks for units. */
export class Waiter {
  /** Counts the calls that ask, in the order of their arrival. */
  readonly number = ++arrivals
  /** The balances that it waits for; empty while it does not. */
  waitsFor: BalanceSet = []
  /** Something has changed since it looked at the balances. */
  isWoken = false
  #resume: (() => void) | undefined

  constructor(readonly isNew: boolean) {}

  wake(): void {
    this.isWoken = true
    this.#resume?.()
  }

  /** Resolves when something has changed. Throws BalanceBusy at the deadline. */
  woken(deadline: number): Promise<void> | undefined {
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
export function takeAtOnce(balances: BalanceSet, units: number, isNew: boolean): boolean {
  if (!balances.every((balance) => balance.available >= units && balance.waiters.length === 0)) return false
  take(balances, units, isNew)
  return true
}

/** A call begins that needs no units. */
export const enterFree = (balance: LeasedBalance): void => take([balance], 0, true)

function take(balances: BalanceSet, units: number, isNew: boolean): void {
  for (const balance of balances) {
    balance.held += units
    if (isNew) balance.active += 1
  }
}

/**
 * Sets `need` units aside, or when a wallet runs low what is left but at least `min`. While other calls hold units that
 * they may give back, it waits for them in the order of arrival; calls that have a hold go before new ones. When nobody
 * can give anything back, a balance may be passed by less than `overdraft` units with all holds together. Throws when a
 * wallet cannot be asked, and `BalanceBusy` at the deadline.
 */
export async function takeUnits(balances: BalanceSet, wanted: UnitsWanted): Promise<UnitsTaken> {
  const waiter = new Waiter(wanted.isNew)
  if (!wanted.isNew) for (const balance of balances) balance.growing.add(waiter)
  try {
    for (;;) {
      const taken = await tryToTake(balances, wanted, waiter)
      if (taken) return taken
      await waiter.woken(wanted.deadline)
    }
  } finally {
    for (const balance of balances) balance.growing.delete(waiter)
    waitFor(waiter, [])
  }
}

/**
 * Sets aside what is left for a call with a hold, at most `most` units, passing a balance by less than `overdraft` units
 * with all holds together. Waits for no other call. A wallet that cannot be asked gives nothing more.
 */
export async function takeRest(balances: BalanceSet, most: number, overdraft: number): Promise<number> {
  const leaseMore = () => Promise.all(balances.map((balance) => balance.leaseUpTo(most).catch(() => {})))
  // The first answer may be one that another call has asked for, with a smaller need.
  await leaseMore()
  await leaseMore()
  const left = balances.map(({ available }) => available + Math.max(0, overdraft - 1))
  const units = Math.max(0, Math.min(most, ...left))
  take(balances, units, false)
  return units
}

/** One look at the balances; undefined = the call must wait, for the balances that the waiter names then. */
async function tryToTake(balances: BalanceSet, wanted: UnitsWanted, waiter: Waiter): Promise<UnitsTaken | undefined> {
  const { need, min, isNew } = wanted
  const isNext = () => balances.every((balance) => isFirst(balance, waiter))
  if (isNext() && balances.every(({ available }) => available >= need)) return taken(balances, need, isNew)
  await Promise.all(balances.map((balance) => balance.leaseUpTo(need)))
  // From here to the end nothing else runs.
  waiter.isWoken = false
  const units = Math.min(need, ...balances.map(({ available }) => available))
  if (isNext() && units >= min) return taken(balances, units, isNew)
  const short = balances.filter((balance) => balance.available < min || !isFirst(balance, waiter))
  waitFor(waiter, short)
  const exhausted = short.filter((balance) => isFirst(balance, waiter) && !mayGetUnits(balance))
  const refused = exhausted.find((balance) => !mayPass(balance, wanted))
  if (refused) return { short: refused }
  // The overdraft covers what is missing everywhere.
  return exhausted.length === short.length ? taken(balances, min, isNew) : undefined
}

function taken(balances: BalanceSet, units: number, isNew: boolean): UnitsTaken {
  take(balances, units, isNew)
  return { units }
}

const mayPass = ({ available }: LeasedBalance, { min, overdraft, isNew }: UnitsWanted) =>
  available - min > -overdraft && (!isNew || available > 0)

/** Whether no other call gets units of a balance before this one. */
const isFirst = ({ waiters }: LeasedBalance, waiter: Waiter) =>
  waiters[0] === undefined || waiters[0] === waiter || comesBefore(waiter, waiters[0])

/** Calls that have a hold come first: they end and give it back. */
const comesBefore = (one: Waiter, other: Waiter) =>
  one.isNew === other.isNew ? one.number < other.number : other.isNew

/**
 * Whether a call that holds units of a balance may give some back: one that runs, or one that waits for balances of
 * which this is true. Calls that wait for each other in a circle give nothing back.
 */
function mayGetUnits(balance: LeasedBalance, looked: ReadonlySet<LeasedBalance> = new Set()): boolean {
  const waiting = [...balance.growing].filter(({ waitsFor }) => waitsFor.length > 0)
  if (balance.active > waiting.length) return true
  const seen = new Set([...looked, balance])
  return waiting.some(({ waitsFor }) => waitsFor.every((other) => !seen.has(other) && mayGetUnits(other, seen)))
}

/**
 * Puts a call into the queues of the balances that it waits for, and takes it out of the others. Calls in a queue that
 * it joins may have waited for this very call; those in a queue that it leaves may be next.
 */
function waitFor(waiter: Waiter, balances: BalanceSet): void {
  const before = waiter.waitsFor
  waiter.waitsFor = balances
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
