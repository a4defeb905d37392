import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** The kind of balance: a user's wallet or a limited token's allowance. */
export type OwnerKind = 'user' | 'token'

const BALANCE_COLUMN = { user: sql.ref('users.quota'), token: sql.ref('tokens.remain_quota') }
const OWNER_ID = { user: sql.ref('users.id'), token: sql.ref('tokens.id') }

/** Units that nodes have leased from the owner in the outer query's row. */
const leased = (kind: OwnerKind) => sql<number>`coalesce((
  select sum(granted - spent) from wallet_leases where owner_kind = ${kind} and owner_id = ${OWNER_ID[kind]}), 0)`

/** The displayed balance as an expression over `users` or `tokens`: the wallet and all outstanding leases. */
export function shownBalance(kind: OwnerKind): RawBuilder<number> {
  return sql<number>`(${BALANCE_COLUMN[kind]} + ${leased(kind)})`
}

/** Units of a user's payments that open disputes keep frozen, as an expression over `users`. */
export const frozenUnits = () =>
  sql<number>`coalesce((select sum(frozen_quota) from top_ups where user_id = users.id), 0)`

/**
 * Makes the displayed balance `target` quota units by changing the wallet by the difference; leases stay untouched.
 * Needs an open transaction; throws record_not_found.
 */
export async function setShownBalance(trx: Queryable, kind: OwnerKind, id: number, target: number): Promise<void> {
  // The row is locked first. A node that takes a lease locks it as well, so the sum of leases below is current.
  const locked =
    kind === 'user'
      ? await trx.updateTable('users').set({ quota: sql`quota` }).where('id', '=', id).executeTakeFirst()
      : await trx.updateTable('tokens').set({ remain_quota: sql`remain_quota` }).where('id', '=', id).executeTakeFirst()
  if (locked.numUpdatedRows === 0n) throw new ApiError('record_not_found')
  const wallet = sql<number>`${target} - ${leased(kind)}`
  if (kind === 'user') await trx.updateTable('users').set({ quota: wallet }).where('id', '=', id).execute()
  else await trx.updateTable('tokens').set({ remain_quota: wallet }).where('id', '=', id).execute()
}
