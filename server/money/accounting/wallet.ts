import type { MaybePromise } from '../../platform/async/and-then.ts'
import { throttleMessages } from '../../platform/async/throttle.ts'
import type { Bus } from '../../platform/store/bus.ts'
import type { Store } from '../../platform/store/database.ts'
import { BalanceBusy, registerFreeCall, reserve, reserveNow, reserveUnits } from './balance-set.ts'
import { Hold, MAX_WAIT_MS } from './hold.ts'
import { batchLeases } from './lease-batch.ts'
import { LeasedBalance, type Spending } from './leased-balance.ts'
import {
  OWNER_KINDS,
  type Owner,
  type OwnerKind,
  readUnleased,
  renewLeases,
  returnAllLeases,
  returnLease,
  shrinkLease,
} from './leases.ts'
import { takeLeasesAside } from './settle-thread.ts'

/** Why a hold was refused: a balance is short, or its owner's calls hold all of it, or the database is away. */
export type HoldRefusal = `${OwnerKind}_quota` | 'busy' | 'unavailable'

/** The owners whose balances pay for a call: the user, and what limits it. */
export type Payers = readonly [user: Owner, ...limits: Owner[]]

/** Returns the payers of a call: its user, its token if that is limited, and the windows of its budgets. */
export const payersOf = (userId: number, limitedToken?: number, budgets: readonly Owner[] = NO_BUDGETS): Payers =>
  limitedToken === undefined
    ? [{ kind: 'user', id: userId }, ...budgets]
    : [{ kind: 'user', id: userId }, { kind: 'token', id: limitedToken }, ...budgets]

const NO_BUDGETS: readonly Owner[] = []

/** The balances that this node has leased. Calls get their holds from them without a database query. */
export interface Wallet {
  /**
   * Returns a payer without any unit, free or held by calls; none while the database is away. Returns synchronously
   * when the leases in memory tell.
   */
  findEmpty(payers: Payers): MaybePromise<Owner | undefined>
  /** Sets aside units for a call. Returns synchronously when the leases in memory suffice. */
  hold(payers: Payers, wanted: HoldRequest): HoldResult | Promise<HoldResult>
  /**
   * Reserves the units of a hold in caps, in all or none. A cap with a rest takes a call that may cost more than that.
   * Does not wait for other calls. Rejects while the database is away.
   */
  join(hold: Hold, owners: readonly Owner[]): Promise<{ leave(): void } | FullCap>
  /** What a call could hold of a balance now; `mayRegain`: its calls in progress may give more back. */
  peek(owner: Owner): Promise<{ available: number; mayRegain: boolean }>
  /** Returns the units of an owner that no call holds, because the stored balance has changed. */
  recall(owner: Owner): Promise<void>
  /** Subtracts charges of an owner that the settler has committed. */
  settled(owner: Owner, spending: Spending): void
  /** The lease's row is gone (another node returned it), so what is in memory must be leased again. */
  leaseLost(owner: Owner): void
  /** Returns the leases that were not used for `idleMs`. */
  returnIdle(idleMs: number): Promise<void>
  renew(): Promise<void>
  /** What this node has leased now, by the kind of owner. */
  count(): Record<OwnerKind, LeaseCounts>
  /** Returns all leases; all charges must be settled before. */
  close(): Promise<void>
}
/** A cap that takes no call now; `mayRegain`: its calls in progress hold more than they may cost. */
export interface FullCap {
  full: Owner
  mayRegain: boolean
}
/** The units that a call requests, in quota units. */
export interface HoldRequest {
  need: number
  /** The hold is refused below this number. */
  min: number
  /** The units by which the owner may exceed the balance, because prices are estimates until a call ends. */
  overdraft: number
}
/** The hold; or why there is none, and which budget was short. */
export type HoldResult = { hold: Hold } | { refused: HoldRefusal; owner?: Owner }

/** While the database is unreachable, thousands of calls a second may be refused for the same reason. */
const WARN_MS = 5000

/** Opens the leased balances of a node. */
export function openWallet(parts: { store: Store; nodeId: string; bus: Bus; warn: (message: string) => void }): Wallet {
  const { store, nodeId, bus, warn } = parts
  const warnOfLease = throttleMessages(warn, WARN_MS)
  const lease = batchLeases((asks) => takeLeasesAside(store, nodeId, asks))
  const balances = byKind(() => new Map<number, LeasedBalance>())
  /** Leases that are being returned. A new one may be taken only afterwards. */
  const closing = byKind(() => new Map<number, Promise<void>>())
  const returned = (owners: readonly Owner[]) => Promise.all(owners.map(({ kind, id }) => closing[kind].get(id)))

  function open(owner: Owner): LeasedBalance {
    const known = balances[owner.kind].get(owner.id)
    if (known) return known
    const balance = new LeasedBalance((need) => lease({ owner, need }))
    balances[owner.kind].set(owner.id, balance)
    return balance
  }

  async function close(owner: Owner, balance: LeasedBalance): Promise<void> {
    balances[owner.kind].delete(owner.id)
    const done = returnLease(store, nodeId, owner)
      .catch((error) => {
        // The lease still stands in the database: keep using it.
        balances[owner.kind].set(owner.id, balance)
        warn(`the lease of ${owner.kind} ${owner.id} was not returned: ${error}`)
      })
      .finally(() => closing[owner.kind].delete(owner.id))
    closing[owner.kind].set(owner.id, done)
    await done
  }

  async function holdWithLease(payers: Payers, wanted: HoldRequest): Promise<HoldResult> {
    await returned(payers)
    return reserveAll(balancesOf(payers, open), payers, wanted, warnOfLease)
  }

  const recallFrom = (owner: Owner) =>
    recall(balances[owner.kind].get(owner.id), owner, (units) => shrinkLease(store, nodeId, owner, units), warn)

  const unsubscribe = bus.subscribe(['user', 'token'], ({ kind, id }) => void recallFrom({ kind, id }))

  return {
    findEmpty(payers) {
      const set = balancesOf(payers, ({ kind, id }) => balances[kind].get(id))
      return set?.every(hasAny) ? undefined : returned(payers).then(() => leaseAny(balancesOf(payers, open), payers))
    },
    hold(payers, wanted) {
      const { need, overdraft } = wanted
      const [user] = payers
      if (need === 0) return closing[user.kind].get(user.id)?.then(() => freeHold(open(user))) ?? freeHold(open(user))
      const set = balancesOf(payers, ({ kind, id }) => balances[kind].get(id))
      if (set && reserveNow(set, need, true)) return { hold: new Hold(set, need, overdraft, budgetsOf(payers)) }
      return holdWithLease(payers, wanted)
    },
    peek: (owner) => returned([owner]).then(() => peekAt(owner, store, () => balances[owner.kind].get(owner.id))),
    recall: recallFrom,
    join: (hold, owners) => returned(owners).then(() => joinCaps(hold, owners, open)),
    settled: ({ kind, id }, spending) => balances[kind].get(id)?.settled(spending),
    leaseLost: ({ kind, id }) => balances[kind].get(id)?.resetLease(),
    async returnIdle(idleMs) {
      const before = Date.now() - idleMs
      for (const kind of OWNER_KINDS) {
        for (const [id, balance] of balances[kind]) {
          if (isIdle(balance) && balance.lastUsed <= before) await close({ kind, id }, balance)
        }
      }
    },
    renew: () => renewLeases(store, nodeId),
    count: () => byKind((kind) => countLeases(balances[kind].values())),
    async close() {
      unsubscribe()
      await returnAllLeases(store, nodeId)
    },
  }
}

/** A call that costs nothing needs no lease, only the carry. */
function freeHold(balance: LeasedBalance): HoldResult {
  registerFreeCall(balance)
  return { hold: new Hold([balance], 0, 0) }
}

/** Reads what an owner has in its stored wallet and in its lease. */
async function peekAt(owner: Owner, store: Store, find: () => LeasedBalance | undefined) {
  const stored = await readUnleased(store, owner)
  const { available = 0, held = 0 } = find() ?? {}
  return { available: available + stored, mayRegain: held > 0 }
}

/** Reserves the units of a hold in caps. */
async function joinCaps(
  hold: Hold,
  owners: readonly Owner[],
  open: (owner: Owner) => LeasedBalance,
): Promise<{ leave(): void } | FullCap> {
  const caps = owners.map((owner) => ({ owner, id: owner.id, balance: open(owner) }))
  const { units } = hold
  const set = caps.map(({ balance }) => balance)
  await Promise.all(set.map(({ returning }) => returning))
  if (!reserveNow(set, units, true)) {
    await Promise.all(set.map((balance) => balance.leaseUpTo(units)))
    // Nothing else runs between here and the end of the function.
    const full = units > 0 && caps.find(({ balance }) => balance.available <= 0)
    if (full) return { full: full.owner, mayRegain: full.balance.available + full.balance.held > 0 }
    reserve(set, units, true)
  }
  return hold.join(caps)
}

/**
 * Returns the units that are not held when an administrator has changed a balance, so that the change counts at
 * once.
 */
async function recall(
  balance: LeasedBalance | undefined,
  owner: Owner,
  shrink: (units: number) => Promise<void>,
  warn: (message: string) => void,
): Promise<void> {
  if (!balance) return
  balance.clearEmpty()
  const units = balance.available
  if (units <= 0 || balance.leasing || balance.returning) return
  balance.granted -= units
  balance.returning = shrink(units)
    .catch((error) => {
      balance.granted += units
      warn(`the lease of ${owner.kind} ${owner.id} was not recalled: ${error}`)
    })
    .finally(() => {
      balance.returning = undefined
      balance.clearEmpty()
    })
  await balance.returning
}

/** Sets units aside in all balances of a call, leasing what memory does not have. */
async function reserveAll(
  set: Balances,
  payers: Payers,
  { need, min, overdraft }: HoldRequest,
  warn: (message: string) => void,
): Promise<HoldResult> {
  await Promise.all(set.map(({ returning }) => returning))
  try {
    const deadline = Date.now() + MAX_WAIT_MS
    const taken = await reserveUnits(set, { need, min, overdraft, isNew: true, deadline })
    if ('units' in taken) return { hold: new Hold(set, taken.units, overdraft, budgetsOf(payers)) }
    return refusalBy(payers[set.indexOf(taken.short)])
  } catch (error) {
    if (error instanceof BalanceBusy) return { refused: 'busy' }
    warn(`a lease could not be taken: ${error}`)
    return { refused: 'unavailable' }
  }
}

/** Returns the refusal of a hold by the owner whose balance is short. */
export const refusalBy = (owner: Owner | undefined): HoldResult =>
  owner?.kind === 'budget' ? { refused: 'budget_quota', owner } : { refused: `${owner?.kind ?? 'user'}_quota` }

/** Returns the payer of a balance that has nothing even after it was leased. */
async function leaseAny(set: Balances, payers: Payers): Promise<Owner | undefined> {
  await Promise.all(set.map(({ returning }) => returning))
  try {
    await Promise.all(set.map((balance) => hasAny(balance) || balance.leaseUpTo(1)))
  } catch {
    return undefined
  }
  return payers[set.findIndex((balance) => !hasAny(balance))]
}

const hasAny = ({ available, held }: LeasedBalance) => available > 0 || held > 0

/** Whether no call uses a balance or waits for it. */
const isIdle = ({ active, unsettled, leasing, held, waiters }: LeasedBalance) =>
  active === 0 && unsettled.calls === 0 && !leasing && held === 0 && waiters.length === 0

const byKind = <T>(make: (kind: OwnerKind) => T): Record<OwnerKind, T> =>
  Object.fromEntries(OWNER_KINDS.map((kind) => [kind, make(kind)])) as Record<OwnerKind, T>

/** How many balances are leased, their quota units, and the calls that wait for more. */
export interface LeaseCounts {
  leases: number
  granted: number
  spent: number
  held: number
  waiting: number
}

function countLeases(balances: Iterable<LeasedBalance>): LeaseCounts {
  const counts = { leases: 0, granted: 0, spent: 0, held: 0, waiting: 0 }
  for (const { granted, spent, held, waiters, extending } of balances) {
    counts.leases += 1
    counts.granted += granted
    counts.spent += spent
    counts.held += held
    counts.waiting += waiters.length + extending.size
  }
  return counts
}

/** Returns the ids of the windows of budgets among payers. */
const budgetsOf = (payers: Payers): readonly number[] =>
  payers.at(-1)?.kind === 'budget' ? payers.filter(({ kind }) => kind === 'budget').map(({ id }) => id) : NO_IDS
const NO_IDS: readonly number[] = []

type Balances = [LeasedBalance, ...LeasedBalance[]]

/** The balances of all payers; undefined = `find` has none for one of them. */
function balancesOf(payers: Payers, find: (owner: Owner) => LeasedBalance): Balances
function balancesOf(payers: Payers, find: (owner: Owner) => LeasedBalance | undefined): Balances | undefined
function balancesOf(payers: Payers, find: (owner: Owner) => LeasedBalance | undefined): Balances | undefined {
  const found: LeasedBalance[] = []
  for (const payer of payers) {
    const balance = find(payer)
    if (!balance) return undefined
    found.push(balance)
  }
  return found as Balances
}
