import type { UserWithBalance } from '../accounts/present.ts'
import { findUser, usersWithBalance } from '../accounts/queries.ts'
import { shownBalance } from '../money/balances.ts'
import type { Queryable, Store } from '../store/database.ts'
import { contains } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'

/** A user whose row nobody else changes until the transaction ends: rules that hold for it go on holding. */
export async function lockUser(trx: Queryable, { engine }: Store, id: number): Promise<UserWithBalance | undefined> {
  // Two statements: one alone would answer the balance of before it waited for the lock.
  if (engine === 'postgres') await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  return findUser(trx, id)
}

export interface UserFilter {
  keyword: string
  group: string
  /** Of a token's whole key: who has it, or had until it was deleted. */
  keyHash?: string
}
type UserSort = 'id' | 'username' | 'quota' | 'used_quota' | 'request_count'

/** As `newRequestId` makes them: no user has such a name by chance. */
const REQUEST_ID = /^\d{23}[0-9A-Za-z]{8}$/

/** Who was invited by somebody. No name of a new user has a colon with digits behind it by chance. */
const INVITER = /^(?:inviter|邀请人)[:：](\d{1,15})$/i

/**
 * A page of users. A keyword that is the id of one finds that one alone, that of a request who made it, and
 * `inviter:12` whom that user invited; else it is looked for in the names.
 */
export async function listUsers(db: Queryable, filter: UserFilter, listing: Listing<UserSort>) {
  const { keyword, group, keyHash } = filter
  let query = usersWithBalance(db)
  if (group) query = query.where('group', '=', group)
  if (keyHash !== undefined) {
    query = query.where('id', 'in', (from) =>
      from.selectFrom('tokens').select('tokens.user_id').where('tokens.key_hash', '=', keyHash),
    )
  }
  const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : undefined
  const exact = id === undefined ? undefined : await query.where('id', '=', id).executeTakeFirst()
  if (exact) return { rows: listing.offset === 0 ? [exact] : [], total: 1 }
  const [, inviter] = INVITER.exec(keyword) ?? []
  if (inviter !== undefined) {
    query = query.where('inviter_id', '=', Number(inviter))
  } else if (REQUEST_ID.test(keyword)) {
    query = query.where('id', 'in', (from) =>
      from.selectFrom('logs').select('logs.user_id').where('logs.request_id', '=', keyword),
    )
  } else if (keyword) {
    query = query.where((where) =>
      where.or(['username', 'email', 'display_name'].map((column) => contains(`users.${column}`, keyword))),
    )
  }
  const column = listing.sort === 'quota' ? shownBalance('user') : listing.sort
  return readListing(query, column, listing)
}
