import type { ExpressionBuilder } from 'kysely'
import { CREDIT_RULES } from '#contract/channel-types/disable-rules.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Queryable, Store } from '../platform/store/database.ts'
import { contains } from '../platform/store/like.ts'
import { type PageRequest, readPage } from '../platform/store/read-page.ts'
import type { ChannelRow, Tables } from '../platform/store/tables.ts'
import { readTypedId } from '../platform/store/typed-id.ts'
import { readTypedSearch } from './typed-search.ts'

export function findChannel(db: Queryable, id: number): Promise<ChannelRow | undefined> {
  return db.selectFrom('channels').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks rows in the order of their ids, so that two batch changes cannot deadlock. */
export function lockChannels(trx: Queryable, { engine }: Store, ids: readonly number[]): Promise<ChannelRow[]> {
  const query = trx.selectFrom('channels').selectAll().where('id', 'in', ids).orderBy('id')
  return (engine === 'postgres' ? query.forUpdate() : query).execute()
}

export interface ChannelFilter {
  /** An id, part of the name, or with `keyHash` a whole key; also fields, as parsed by `readTypedSearch`. */
  keyword: string
  keyHash: string
  /** Part of a model's name. */
  model: string
  group: string
  status: number | undefined
  type: number | undefined
  /** `failed`: the last test failed. */
  test: string
  /** `credit`: disabled automatically because the account has no money. */
  lacks: string
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

/** Reads a page of channels; the one whose id the keyword is comes first. Secrets are only compared as whole keys, by their hash. */
export function listChannels(db: Queryable, filter: ChannelFilter, listing: PageRequest<ChannelSort>) {
  const { keyword, keyHash, model, group, status, type, test, lacks } = filter
  let query = db.selectFrom('channels').selectAll()
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (test === 'failed') query = query.where('test_error', '<>', '')
  if (lacks === 'credit')
    query = query
      .where('status', '=', CHANNEL_STATUS.autoDisabled)
      .where((where) => where.or(CREDIT_RULES.map((rule) => contains('channels.other_info', `"rule":"${rule}"`))))
  if (model) query = query.where(contains('channels.models', model))
  if (group) query = query.where((where) => inGroups(where, [group]))
  if (keyword)
    query = query.where((where) =>
      where.or([
        where('key_hash', '=', keyHash),
        where('id', 'in', where.selectFrom('channel_keys').select('channel_id').where('key_hash', '=', keyHash)),
        matchesTypedSearch(where, keyword),
      ]),
    )
  return readPage(query, listing.sort, { ...listing, firstId: readTypedId(keyword) })
}

type Where = ExpressionBuilder<Tables, 'channels'>

const inGroups = (where: Where, groups: readonly string[]) =>
  where('id', 'in', where.selectFrom('abilities').select('channel_id').where('abilities.group', 'in', groups))

/** Matches every field that a typed text names, and the remaining words as an id or part of a name. */
function matchesTypedSearch(where: Where, text: string) {
  const { words, id, type, status, group, model, test } = readTypedSearch(text)
  return where.and([
    ...(id ? [where('id', 'in', id)] : []),
    ...(type ? [where('type', 'in', type)] : []),
    ...(status ? [where('status', 'in', status)] : []),
    ...(group ? [inGroups(where, group)] : []),
    ...(model ? [where.or(model.map((part) => contains('channels.models', part)))] : []),
    ...(test ? [where('test_error', '<>', '')] : []),
    ...(words ? [where.or([where('id', '=', readTypedId(words) ?? 0), contains('channels.name', words)])] : []),
  ])
}
