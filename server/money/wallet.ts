import { seldom } from '../seldom.ts'
import type { Bus } from '../store/bus.ts'
import type { Store } from '../store/database.ts'
import { Hold, MAX_WAIT_MS } from './hold.ts'
import { type Owner, renewLeases, returnAllLeases, returnLease, shrinkLease, takeLease } from './leases.ts'
import { Purse, PurseBusy, type Spending } from './purse.ts'

/** Why a hold was refused. */
export type Refusal = 'user_quota' | 'token_quota' | 'busy' | 'unavailable'

/** The purses of this node: where calls get their holds from without asking the database. */
export interface Wallet {
  /**
   * Sets aside units for a call. `tokenId` only for a limited token. Answers at once when the leases in memory suffice.
   */
  hold(userId: number, tokenId: number | undefined, wish: HoldWish): HoldResult | Promise<HoldResult>
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
export interface HoldWish {
  need: number
  /** What it cannot do without. */
  min: number
  /** By how much the owner may pass the balance, because prices are estimates until a call ends. */
  overdraft: number
}
export type HoldResult = { hold: Hold } | { refused: Refusal }

/** While the database is away, thousands of calls a second may be refused for the same reason. */
const WARN_MS = 5000

/** Opens the purses of a node. */
export function openWallet(parts: { store: Store; nodeId: string; bus: Bus; warn: (message: string) => void }): Wallet {
  const { store, nodeId, bus, warn } = parts
  const warnOfLease = seldom(warn, WARN_MS)
  const purses = { user: new Map<number, Purse>(), token: new Map<number, Purse>() }
  /** Purses whose lease is being returned: a new one may open only after that. */
  const closing = { user: new Map<number, Promise<void>>(), token: new Map<number, Promise<void>>() }

  function open(owner: Owner): Purse {
    const known = purses[owner.kind].get(owner.id)
    if (known) return known
    const purse = new Purse((need) => takeLease(store, nodeId, owner, need))
    purses[owner.kind].set(owner.id, purse)
    return purse
  }

  async function close(owner: Owner, purse: Purse): Promise<void> {
    purses[owner.kind].delete(owner.id)
    const done = returnLease(store, nodeId, owner)
      .catch((error) => {
        // The lease still stands in the database: keep using it.
        purses[owner.kind].set(owner.id, purse)
        warn(`the lease of ${owner.kind} ${owner.id} was not returned: ${error}`)
      })
      .finally(() => closing[owner.kind].delete(owner.id))
    closing[owner.kind].set(owner.id, done)
    await done
  }

  /** An administrator changed a balance: give back what nobody holds, so that the change counts at once. */
  async function recall(owner: Owner): Promise<void> {
    const purse = purses[owner.kind].get(owner.id)
    if (!purse) return
    purse.forgetEmpty()
    const units = purse.available
    if (units <= 0 || purse.refilling || purse.givingBack) return
    purse.granted -= units
    purse.givingBack = shrinkLease(store, nodeId, owner, units)
      .catch((error) => {
        purse.granted += units
        warn(`the lease of ${owner.kind} ${owner.id} was not recalled: ${error}`)
      })
      .finally(() => {
        purse.givingBack = undefined
        purse.forgetEmpty()
      })
    await purse.givingBack
  }

  async function holdSlowly(user: Owner, token: Owner | undefined, wish: HoldWish): Promise<HoldResult> {
    const { need, min, overdraft } = wish
    await Promise.all([closing.user.get(user.id), token && closing.token.get(token.id)])
    const terms = { deadline: Date.now() + MAX_WAIT_MS, growing: false, overdraft }
    const userPurse = open(user)
    const tokenPurse = token ? open(token) : undefined
    await Promise.all([userPurse.givingBack, tokenPurse?.givingBack])
    let held = 0
    try {
      held = await userPurse.hold(need, min, terms)
      if (held === 0) return { refused: 'user_quota' }
      const units = tokenPurse ? await tokenPurse.hold(held, min, terms) : held
      if (units === 0) {
        userPurse.leave(held)
        return { refused: 'token_quota' }
      }
      userPurse.release(held - units)
      return { hold: new Hold(userPurse, tokenPurse, units, overdraft) }
    } catch (error) {
      if (held > 0) userPurse.leave(held)
      if (error instanceof PurseBusy) return { refused: 'busy' }
      warnOfLease(`a lease could not be taken: ${error}`)
      return { refused: 'unavailable' }
    }
  }

  /** A call that costs nothing needs no lease, only the carry. */
  function freeHold(userId: number): HoldResult {
    const purse = open({ kind: 'user', id: userId })
    purse.active += 1
    return { hold: new Hold(purse, undefined, 0, 0) }
  }

  const unsubscribe = bus.subscribe((change) => {
    if (change.kind === 'user' || change.kind === 'token') void recall({ kind: change.kind, id: change.id })
  })

  return {
    hold(userId, tokenId, wish) {
      const { need, overdraft } = wish
      if (need === 0) return closing.user.get(userId)?.then(() => freeHold(userId)) ?? freeHold(userId)
      const user = purses.user.get(userId)
      const token = tokenId === undefined ? undefined : purses.token.get(tokenId)
      const inMemory = user && user.available >= need && (tokenId === undefined || (token && token.available >= need))
      if (inMemory) {
        user.tryEnter(need)
        token?.tryEnter(need)
        return { hold: new Hold(user, token, need, overdraft) }
      }
      const tokenOwner = tokenId === undefined ? undefined : ({ kind: 'token', id: tokenId } as const)
      return holdSlowly({ kind: 'user', id: userId }, tokenOwner, wish)
    },
    settled: ({ kind, id }, spending) => purses[kind].get(id)?.settled(spending),
    lost: ({ kind, id }) => purses[kind].get(id)?.startOver(),
    async returnIdle(idleMs) {
      const before = Date.now() - idleMs
      for (const kind of ['user', 'token'] as const) {
        for (const [id, purse] of purses[kind]) {
          const busy = purse.active > 0 || purse.unsettled.calls > 0 || purse.refilling || purse.held !== 0
          if (!busy && purse.lastUsed <= before) await close({ kind, id }, purse)
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
