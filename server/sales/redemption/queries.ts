import type { Queryable } from '../../platform/store/database.ts'
import { contains } from '../../platform/store/like.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import { readTypedId } from '../../platform/store/typed-id.ts'

const existing = (db: Queryable) => db.selectFrom('redemptions').selectAll().where('deleted_at', 'is', null)

export function findRedemption(db: Queryable, id: number) {
  return existing(db).where('id', '=', id).executeTakeFirst()
}

export interface RedemptionFilter {
  /** An id, part of the name, or with `keyHash` a full code. */
  keyword: string
  keyHash: string
  status?: number | undefined
}
type RedemptionSort = 'id' | 'name' | 'status' | 'quota' | 'created_time' | 'redeemed_time'

/** Reads a page of redemption codes; the one whose id the keyword is comes first. */
export function listRedemptions(db: Queryable, filter: RedemptionFilter, listing: PageRequest<RedemptionSort>) {
  const { keyword, keyHash, status } = filter
  let query = existing(db)
  if (status !== undefined) query = query.where('status', '=', status)
  const id = readTypedId(keyword)
  if (keyword) {
    query = query.where((where) =>
      where.or([where('id', '=', id ?? 0), where('key_hash', '=', keyHash), contains('redemptions.name', keyword)]),
    )
  }
  return readPage(query, listing.sort, { ...listing, firstId: id })
}
