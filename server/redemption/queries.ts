import type { Queryable } from '../store/database.ts'
import { contains } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'

const living = (db: Queryable) => db.selectFrom('redemptions').selectAll().where('deleted_at', 'is', null)

export function findRedemption(db: Queryable, id: number) {
  return living(db).where('id', '=', id).executeTakeFirst()
}

export interface RedemptionFilter {
  /** An id, part of the name, or with `keyHash` a whole code. */
  keyword: string
  keyHash: string
  status?: number | undefined
}
type RedemptionSort = 'id' | 'name' | 'status' | 'quota' | 'created_time' | 'redeemed_time'

/** A page of redemption codes. */
export function listRedemptions(db: Queryable, filter: RedemptionFilter, listing: Listing<RedemptionSort>) {
  const { keyword, keyHash, status } = filter
  let query = living(db)
  if (status !== undefined) query = query.where('status', '=', status)
  if (keyword) {
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0
    query = query.where((where) =>
      where.or([where('id', '=', id), where('key_hash', '=', keyHash), contains('redemptions.name', keyword)]),
    )
  }
  return readListing(query, listing.sort, listing)
}
