import { sql, type Transaction } from 'kysely'
import type { Engine, Queryable, Store } from '../../platform/store/database.ts'
import { databaseSeconds } from '../../platform/store/database-seconds.ts'
import type { Tables } from '../../platform/store/tables.ts'
import type { Grant } from './leased-balance.ts'

/**
 * The kinds of owners with a stored wallet: users, limited tokens, and windows of budgets. Transactions that lock
 * several do so in this order.
 */
export const OWNER_KINDS = ['user', 'token', 'budget'] as const
export type OwnerKind = (typeof OWNER_KINDS)[number]

/** The owner of the wallet that a lease is taken from. */
export interface Owner {
  kind: OwnerKind
  id: number
}

/** Largest share of a wallet that a node leases ahead of need: an eighth, at most this. */
const MAX_LEASE_AHEAD = 250_000
const LEASE_SHARE = 8
/** Seconds after which a lease whose node is silent may be returned by any node. */
export const LEASE_SECONDS = 600

/**
 * Nodes renew and expire leases by the database's clock: a node that is minutes ahead of the others would take what
 * they still spend.
 */
const expiry = (engine: Engine) => sql<number>`${databaseSeconds(engine)} + ${LEASE_SECONDS}`

/** The units that a node requests from one stored wallet. */
export interface LeaseRequest {
  owner: Owner
  need: number
}

/**
 * Moves at least `need` units, or what the wallet still has, from each wallet to this node's lease, in one
 * transaction. The first lease of an owner takes the wallet's carry with it. Returns the grants in the order of the
 * requests.
 */
export async function takeLeases(store: Store, nodeId: string, asks: readonly LeaseRequest[]): Promise<Grant[]> {
  const inLockOrder = asks.map((_, index) => index).sort((one, other) => lockOrder(asks[one], asks[other]))
  return store.db.transaction().execute(async (trx) => {
    const grants: Grant[] = []
    for (const index of inLockOrder) {
      const ask = asks[index]
      if (ask) grants[index] = await takeLeaseIn(trx, store, nodeId, ask)
    }
    return grants
  })
}

/** Sorts by kind and id, as the settler locks them: transactions of two nodes cannot deadlock. */
function lockOrder(one: LeaseRequest | undefined, other: LeaseRequest | undefined): number {
  if (!one || !other) return 0
  const kinds = OWNER_KINDS.indexOf(one.owner.kind) - OWNER_KINDS.indexOf(other.owner.kind)
  return kinds || one.owner.id - other.owner.id
}

async function takeLeaseIn(
  trx: Queryable,
  store: Store,
  nodeId: string,
  { owner, need }: LeaseRequest,
): Promise<Grant> {
  const wallet = await readWallet(trx, store, owner)
  const ahead = Math.min(Math.floor(wallet.quota / LEASE_SHARE), MAX_LEASE_AHEAD)
  const granted = Math.min(wallet.quota, Math.max(need, ahead))
  if (granted <= 0) return { units: 0, carry: 0, fresh: false }
  await addToWallet(trx, owner, -granted, -wallet.carry)
  const { carry } = wallet
  const extended = await trx
    .updateTable('wallet_leases')
    .set({
      granted: sql`granted + ${granted}`,
      carry: sql`carry + ${carry}`,
      expires_at: expiry(store.engine),
    })
    .where(({ and }) => and({ node_id: nodeId, owner_kind: owner.kind, owner_id: owner.id }))
    .executeTakeFirst()
  const fresh = extended.numUpdatedRows === 0n
  if (fresh) {
    const lease = { node_id: nodeId, owner_kind: owner.kind, owner_id: owner.id, granted, spent: 0, carry }
    await trx
      .insertInto('wallet_leases')
      .values({ ...lease, expires_at: expiry(store.engine) })
      .execute()
  }
  return { units: granted, carry, fresh }
}

/** Takes one lease; see `takeLeases`. */
export async function takeLease(store: Store, nodeId: string, owner: Owner, need: number): Promise<Grant> {
  const [grant] = await takeLeases(store, nodeId, [{ owner, need }])
  return grant ?? { units: 0, carry: 0, fresh: false }
}

/** Returns units of a lease that are neither held nor spent. */
export async function shrinkLease(store: Store, nodeId: string, owner: Owner, units: number): Promise<void> {
  await store.writes.transaction().execute(async (trx) => {
    await readWallet(trx, store, owner)
    const shrunk = await trx
      .updateTable('wallet_leases')
      .set({ granted: sql`granted - ${units}` })
      .where(({ and }) => and({ node_id: nodeId, owner_kind: owner.kind, owner_id: owner.id }))
      .executeTakeFirst()
    if (shrunk.numUpdatedRows > 0n) await addToWallet(trx, owner, units, 0)
  })
}

/** Ends a lease whose charges are all settled: the unspent units and the carry go back to the wallet. */
export async function returnLease(store: Store, nodeId: string, owner: Owner): Promise<void> {
  await store.writes.transaction().execute((trx) => endLease(trx, store, nodeId, owner))
}

/** Returns every lease of a node; used when it starts and stops. */
export async function returnAllLeases(store: Store, nodeId: string): Promise<void> {
  const rows = await store.db.selectFrom('wallet_leases').selectAll().where('node_id', '=', nodeId).execute()
  for (const row of rows) await returnLease(store, nodeId, { kind: row.owner_kind, id: row.owner_id })
}

/** Extends the expiry of a node's leases. */
export async function renewLeases(store: Store, nodeId: string): Promise<void> {
  await store.writes
    .updateTable('wallet_leases')
    .set({ expires_at: expiry(store.engine) })
    .where('node_id', '=', nodeId)
    .execute()
}

/** A lease that was not renewed in time, by the database's clock. */
export interface ExpiredLease {
  nodeId: string
  owner: Owner
  expiresAt: number
}

export async function listExpiredLeases(store: Store): Promise<ExpiredLease[]> {
  const expired = store.db.selectFrom('wallet_leases').where('expires_at', '<', databaseSeconds(store.engine))
  const rows = await expired.select(['node_id', 'owner_kind', 'owner_id', 'expires_at']).execute()
  return rows.map((row) => ({
    nodeId: row.node_id,
    owner: { kind: row.owner_kind, id: row.owner_id },
    expiresAt: row.expires_at,
  }))
}

/** What a lease held when it ended, in quota units. */
export interface EndedLease {
  granted: number
  /** Spent by the charges that were settled. */
  spent: number
}

/**
 * Returns a lease of another node unless it was renewed meanwhile. `note` logs what was returned, in the same
 * transaction. Resolves to undefined when nothing was done.
 */
export async function returnExpiredLease(
  store: Store,
  lease: ExpiredLease,
  note: (trx: Queryable, ended: EndedLease) => Promise<void>,
): Promise<EndedLease | undefined> {
  const { nodeId, owner, expiresAt } = lease
  return store.writes.transaction().execute(async (trx) => {
    const ended = await endLease(trx, store, nodeId, owner, expiresAt)
    if (ended) await note(trx, ended)
    return ended
  })
}

/** Deletes a lease row and pays the rest back; undefined when another node was faster or the lease was renewed. */
async function endLease(
  trx: Transaction<Tables>,
  store: Store,
  nodeId: string,
  owner: Owner,
  expiresAt?: number,
): Promise<EndedLease | undefined> {
  await readWallet(trx, store, owner)
  let ending = trx
    .deleteFrom('wallet_leases')
    .where(({ and }) => and({ node_id: nodeId, owner_kind: owner.kind, owner_id: owner.id }))
  if (expiresAt !== undefined) ending = ending.where('expires_at', '=', expiresAt)
  const row = await ending.returning(['granted', 'spent', 'carry']).executeTakeFirst()
  if (!row) return undefined
  await addToWallet(trx, owner, row.granted - row.spent, row.carry)
  return { granted: row.granted, spent: row.spent }
}

/**
 * Reads a wallet and locks its row. Wallets are always locked before leases, so that transactions cannot deadlock.
 */
/** Returns the units of a stored wallet that no node has leased. */
export const readUnleased = async (store: Store, owner: Owner): Promise<number> =>
  (await readWallet(store.db, store, owner)).quota

async function readWallet(db: Queryable, store: Store, owner: Owner): Promise<{ quota: number; carry: number }> {
  if (owner.kind === 'user') {
    let query = db.selectFrom('users').select(['quota', 'quota_carry as carry']).where('id', '=', owner.id)
    if (store.engine === 'postgres') query = query.forUpdate()
    return (await query.executeTakeFirst()) ?? { quota: 0, carry: 0 }
  }
  if (owner.kind === 'budget') return { quota: await readBudget(db, store, owner.id), carry: 0 }
  let query = db.selectFrom('tokens').select('remain_quota as quota').where('id', '=', owner.id)
  if (store.engine === 'postgres') query = query.forUpdate()
  const row = await query.executeTakeFirst()
  return { quota: row?.quota ?? 0, carry: 0 }
}

/**
 * Returns what is left of a budget in a window and not leased. It is computed from what was used, so that a budget
 * that is changed within its window counts at once.
 */
async function readBudget(db: Queryable, store: Store, id: number): Promise<number> {
  let query = db.selectFrom('budget_windows').select(['quota', 'used']).where('id', '=', id)
  if (store.engine === 'postgres') query = query.forUpdate()
  const window = await query.executeTakeFirst()
  if (!window) return 0
  const leased = await db
    .selectFrom('wallet_leases')
    .select(({ fn }) => fn.coalesce(fn.sum<number>(sql`granted - spent`), sql<number>`0`).as('units'))
    .where('owner_kind', '=', 'budget')
    .where('owner_id', '=', id)
    .executeTakeFirst()
  return window.quota - window.used - Number(leased?.units ?? 0)
}

/** Adds to a wallet; both amounts may be negative. What is left of a budget is not stored but computed. */
export async function addToWallet(db: Queryable, owner: Owner, units: number, carry: number): Promise<void> {
  if (owner.kind === 'budget') return
  if (owner.kind === 'user') {
    await db
      .updateTable('users')
      .set({ quota: sql`quota + ${units}`, quota_carry: sql`quota_carry + ${carry}` })
      .where('id', '=', owner.id)
      .execute()
    return
  }
  await db
    .updateTable('tokens')
    .set({ remain_quota: sql`remain_quota + ${units}` })
    .where('id', '=', owner.id)
    .execute()
}
