import type { Queryable } from '../../platform/store/database.ts'
import { contains } from '../../platform/store/like.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import { readTypedId } from '../../platform/store/typed-id.ts'

/** The codes with the name of their redeemer, but those that users redeemed whose money the reader must not see. */
function existing(db: Queryable, hidden: readonly number[]) {
  const query = db
    .selectFrom('redemptions')
    .selectAll()
    .select((code) =>
      code
        .selectFrom('users')
        .select('username')
        .whereRef('users.id', '=', 'redemptions.used_user_id')
        .as('used_username'),
    )
    .where('deleted_at', 'is', null)
  return hidden.length > 0 ? query.where('used_user_id', 'not in', hidden) : query
}

export function findRedemption(db: Queryable, id: number, hidden: readonly number[] = []) {
  return existing(db, hidden).where('id', '=', id).executeTakeFirst()
}

export interface RedemptionFilter {
  /** An id, part of the name, or with `keyHash` a full code. */
  keyword: string
  keyHash: string
  status?: number | undefined
  /** Users whose money the reader must not see. */
  hidden: readonly number[]
}
type RedemptionSort = 'id' | 'name' | 'status' | 'quota' | 'created_time' | 'redeemed_time'

/** Reads a page of redemption codes; the one whose id the keyword is comes first. */
export function listRedemptions(db: Queryable, filter: RedemptionFilter, listing: PageRequest<RedemptionSort>) {
  const { keyword, keyHash, status, hidden } = filter
  let query = existing(db, hidden)
  if (status !== undefined) query = query.where('status', '=', status)
  const id = readTypedId(keyword)
  if (keyword) {
    query = query.where((where) =>
      where.or([where('id', '=', id ?? 0), where('key_hash', '=', keyHash), contains('redemptions.name', keyword)]),
    )
  }
  return readPage(query, listing.sort, { ...listing, firstId: id })
}
