import { shownBalance } from '../money/balances.ts'
import type { Queryable } from '../store/database.ts'
import { contains } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'
import type { TokenWithBalance } from './present.ts'

/** Every query on tokens starts here: nobody reads a token of somebody else. */
const ownTokens = (db: Queryable, userId: number) =>
  db
    .selectFrom('tokens')
    .selectAll()
    .select(shownBalance('token').as('shown_quota'))
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)

export function findToken(db: Queryable, userId: number, id: number): Promise<TokenWithBalance | undefined> {
  return ownTokens(db, userId).where('id', '=', id).executeTakeFirst()
}

/** Those of these tokens that the user has, by their ids. */
export function findTokens(db: Queryable, userId: number, ids: readonly number[]): Promise<TokenWithBalance[]> {
  return ownTokens(db, userId).where('id', 'in', ids).orderBy('id').execute()
}

export interface TokenFilter {
  /** Part of the name. */
  keyword: string
  /** Hash of the whole key; "" = any. */
  keyHash: string
}
type TokenSort = 'id' | 'name' | 'status' | 'used_quota' | 'remain_quota' | 'created_time' | 'expired_time'

/** A page of the user's own tokens. */
export function listTokens(db: Queryable, userId: number, filter: TokenFilter, listing: Listing<TokenSort>) {
  let query = ownTokens(db, userId)
  if (filter.keyword) query = query.where(contains('tokens.name', filter.keyword))
  if (filter.keyHash) query = query.where('key_hash', '=', filter.keyHash)
  return readListing(query, listing.sort === 'remain_quota' ? shownBalance('token') : listing.sort, listing)
}
