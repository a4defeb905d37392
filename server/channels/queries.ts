import type { Queryable, Store } from '../store/database.ts'
import { contains } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'
import type { ChannelRow } from '../store/tables.ts'

export function findChannel(db: Queryable, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()
}

/** By id, and in this order everywhere, so that two who change many at once do not wait for each other. */
export function lockChannels(trx: Queryable, { engine }: Store, ids: readonly number[]): Promise<ChannelRow[]> {
  const query = trx.selectFrom('channels').selectAll().where('id', 'in', ids).orderBy('id')
  return (engine === 'postgres' ? query.forUpdate() : query).execute()
}

export interface ChannelFilter {
  /** An id, part of the name, or with `keyHash` a whole key. */
  keyword: string
  keyHash: string
  /** Part of a model's name. */
  model: string
  group: string
  status: number | undefined
  type: number | undefined
  /** `failed`: the last test did. */
  test: string
}
export type ChannelSort =
  | 'id'
  | 'name'
  | 'type'
  | 'status'
  | 'response_time'
  | 'used_quota'
  | 'balance'
  | 'priority'
  | 'weight'

/** A page of channels. Secrets are only ever compared as whole keys, by their hash. */
export function listChannels(db: Queryable, filter: ChannelFilter, listing: Listing<ChannelSort>) {
  const { keyword, keyHash, model, group, status, type, test } = filter
  let query = db.selectFrom('channels').selectAll()
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (test === 'failed') query = query.where('test_error', '<>', '')
  if (model) query = query.where(contains('channels.models', model))
  if (group) {
    query = query.where('id', 'in', (from) =>
      from.selectFrom('abilities').select('channel_id').where('abilities.group', '=', group),
    )
  }
  if (keyword) {
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0
    query = query.where((where) =>
      where.or([where('id', '=', id), where('key_hash', '=', keyHash), contains('channels.name', keyword)]),
    )
  }
  return readListing(query, listing.sort, listing)
}
