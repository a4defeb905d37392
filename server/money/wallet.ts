import { seldom } from '../async/throttle.ts'
import type { Bus } from '../store/bus.ts'
import type { Store } from '../store/database.ts'
import { BalanceBusy, enterFree, takeAtOnce, takeUnits } from './balance-set.ts'
import { Hold, MAX_WAIT_MS } from './hold.ts'
import { leaseTogether } from './lease-batch.ts'
import { LeasedBalance, type Spending } from './leased-balance.ts'
import {
  OWNER_KINDS,
  type Owner,
  type OwnerKind,
  renewLeases,
  returnAllLeases,
  returnLease,
  shrinkLease,
  takeLeases,
} from './leases.ts'

/** Why a hold was refused. */
export type Refusal = `${OwnerKind}_quota` | 'busy' | 'unavailable'

/** Whose balances pay for a call: the user's, and those of what limits it. */
export type Payers = readonly [user: Owner, ...limits: Owner[]]

/** The payers of a call: its user, and its token where that is limited. */
export const payersOf = (userId: number, limitedToken?: number): Payers =>
  limitedToken === undefined
    ? [{ kind: 'user', id: userId }]
    : [
        { kind: 'user', id: userId },
        { kind: 'token', id: limitedToken },
      ]

/** The balances that this node has leased: where calls get their holds from without asking the database. */
export interface Wallet {
  /** Sets aside units for a call. Answers at once when the leases in memory suffice. */
  hold(payers: Payers, wanted: HoldWanted): HoldResult | Promise<HoldResult>
  /** The settler has committed charges of an owner. */
  settled(owner: Owner, spending: Spending): void
  /** The lease's row is gone (another node returned it): what is in memory must be leased again. */
  lost(owner: Owner): void
  /** Returns the leases that nobody used for `idleMs`. */
  returnIdle(idleMs: number): Promise<void>
  renew(): Promise<void>
  /** Returns everything; all charges must be settled. */
  close(): Promise<void>
}
/** What a call wants to set aside, in quota units. */
export interface HoldWanted {
  need: number
  /** What it cannot do without. */
  min: number
  /** By how much the owner may pass the balance, because prices are estimates until a call ends. */
  overdraft: number
}
export type HoldResult = { hold: Hold } | { refused: Refusal }

/** While the database is away, thousands of calls a second may be refused for the same reason. */
const WARN_MS = 5000

/** Opens the leased balances of a node. */
export function openWallet(parts: { store: Store; nodeId: string; bus: Bus; warn: (message: string) => void }): Wallet {
  const { store, nodeId, bus, warn } = parts
  const warnOfLease = seldom(warn, WARN_MS)
  const lease = leaseTogether((asks) => takeLeases(store, nodeId, asks))
  const balances = byKind(() => new Map<number, LeasedBalance>())
  /** Leases that are being returned: a new one may be taken only after that. */
  const closing = byKind(() => new Map<number, Promise<void>>())

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

  /** An administrator changed a balance: give back what nobody holds, so that the change counts at once. */
  async function recall(owner: Owner): Promise<void> {
    const balance = balances[owner.kind].get(owner.id)
    if (!balance) return
    balance.forgetEmpty()
    const units = balance.available
    if (units <= 0 || balance.leasing || balance.givingBack) return
    balance.granted -= units
    balance.givingBack = shrinkLease(store, nodeId, owner, units)
      .catch((error) => {
        balance.granted += units
        warn(`the lease of ${owner.kind} ${owner.id} was not recalled: ${error}`)
      })
      .finally(() => {
        balance.givingBack = undefined
        balance.forgetEmpty()
      })
    await balance.givingBack
  }

  async function holdSlowly(payers: Payers, { need, min, overdraft }: HoldWanted): Promise<HoldResult> {
    await Promise.all(payers.map(({ kind, id }) => closing[kind].get(id)))
    const set = balancesOf(payers, open)
    await Promise.all(set.map(({ givingBack }) => givingBack))
    try {
      const deadline = Date.now() + MAX_WAIT_MS
      const taken = await takeUnits(set, { need, min, overdraft, isNew: true, deadline })
      if ('units' in taken) return { hold: new Hold(set, taken.units, overdraft) }
      return { refused: `${payers[set.indexOf(taken.short)]?.kind ?? 'user'}_quota` }
    } catch (error) {
      if (error instanceof BalanceBusy) return { refused: 'busy' }
      warnOfLease(`a lease could not be taken: ${error}`)
      return { refused: 'unavailable' }
    }
  }

  /** A call that costs nothing needs no lease, only the carry. */
  function freeHold(user: Owner): HoldResult {
    const balance = open(user)
    enterFree(balance)
    return { hold: new Hold([balance], 0, 0) }
  }

  const unsubscribe = bus.subscribe((change) => {
    if (change.kind === 'user' || change.kind === 'token') void recall({ kind: change.kind, id: change.id })
  })

  return {
    hold(payers, wanted) {
      const { need, overdraft } = wanted
      const [user] = payers
      if (need === 0) return closing[user.kind].get(user.id)?.then(() => freeHold(user)) ?? freeHold(user)
      const set = balancesOf(payers, ({ kind, id }) => balances[kind].get(id))
      if (set && takeAtOnce(set, need, true)) return { hold: new Hold(set, need, overdraft) }
      return holdSlowly(payers, wanted)
    },
    settled: ({ kind, id }, spending) => balances[kind].get(id)?.settled(spending),
    lost: ({ kind, id }) => balances[kind].get(id)?.startOver(),
    async returnIdle(idleMs) {
      const before = Date.now() - idleMs
      for (const kind of OWNER_KINDS) {
        for (const [id, balance] of balances[kind]) {
          const busy = balance.active > 0 || balance.unsettled.calls > 0 || balance.leasing || balance.held !== 0
          if (!busy && balance.waiters.length === 0 && balance.lastUsed <= before) await close({ kind, id }, balance)
        }
      }
    },
    renew: () => renewLeases(store, nodeId),
    async close() {
      unsubscribe()
      await returnAllLeases(store, nodeId)
    },
  }
}

const byKind = <T>(make: () => T): Record<OwnerKind, T> =>
  Object.fromEntries(OWNER_KINDS.map((kind) => [kind, make()])) as Record<OwnerKind, T>

type Balances = [LeasedBalance, ...LeasedBalance[]]

/** The balances of all payers; undefined = `find` does not know one of them. */
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
