import { type SelectQueryBuilder, sql } from 'kysely'
import type { UsageRow } from '#contract/api/statistics.ts'
import { hoursBegunWithin } from '../../../money/rollups/hours.ts'
import type { LevelName } from '../../../money/rollups/sets/levels.ts'
import { type RollupQuery, rollupsFrom } from '../../../money/rollups/sets/source.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { Tables } from '../../../platform/store/tables.ts'

/** Unix seconds, both inclusive. */
export interface UsageFilter {
  start: number
  end: number
  userId?: number | undefined
  model_name?: string
  channel?: number | undefined
}

function filteredRollups(db: Queryable, filter: UsageFilter) {
  const { start, end } = filter
  return ofFilter(filter)(
    db
      .selectFrom('quota_data')
      .where('quota_data.created_at', '>=', start)
      .where('quota_data.created_at', '<=', end) as never,
  ) as unknown as SelectQueryBuilder<Tables, 'quota_data', object>
}

const ofFilter =
  ({ userId, model_name, channel }: UsageFilter) =>
  (rollups: RollupQuery): RollupQuery => {
    let query = rollups
    if (userId !== undefined) query = query.where('quota_data.user_id', '=', userId)
    if (model_name) query = query.where('quota_data.model_name', '=', model_name)
    if (channel) query = query.where('quota_data.channel_id', '=', channel)
    return query
  }

/** Rows that add up to the roll-ups of a filter. A user's own are few, and no set has all columns of a filter of both. */
export const summedRollups = (
  db: Queryable,
  filter: UsageFilter,
  levels: readonly LevelName[],
  only: (query: RollupQuery) => RollupQuery = (query) => query,
) =>
  rollupsFrom(db, hoursBegunWithin(filter), filter.userId === undefined ? levels : [], (query) =>
    only(ofFilter(filter)(query)),
  )

/** Charges minus refunds, as in balances and counters. */
const netQuota = sql<number>`quota_data.quota - quota_data.refunded`

/** The sums that users, tokens and channels are ranked by. */
export const rankedSums = [
  sql<number>`sum(token_used)`.as('token_used'),
  sql<number>`sum(count)`.as('count'),
  sql<number>`sum(${netQuota})`.as('quota'),
  sql<number>`sum(failed_count)`.as('failed_count'),
] as const

export const usageSums = [
  ...rankedSums,
  sql<number>`sum(prompt_tokens)`.as('prompt_tokens'),
  sql<number>`sum(completion_tokens)`.as('completion_tokens'),
  sql<number>`sum(cached_tokens)`.as('cached_tokens'),
] as const

/** Usage of all users together, by hour and model. */
export async function usageOfAll(db: Queryable, filter: UsageFilter): Promise<UsageRow[]> {
  const rollups = await summedRollups(db, filter, ['model-hour', 'hour'])
  const rows = await rollups
    .groupBy(['created_at', 'model_name'])
    .select(['created_at', 'model_name', ...usageSums])
    .orderBy('created_at')
    .orderBy('model_name')
    .execute()
  return rows.map((row) => ({ id: 0, user_id: 0, username: '', ...row }))
}

/** Usage of one user, by hour and model. */
export async function usageOfUser(
  db: Queryable,
  filter: UsageFilter & { userId: number },
  username: string,
): Promise<UsageRow[]> {
  const rows = await filteredRollups(db, filter)
    .groupBy(['created_at', 'model_name'])
    .select([sql<number>`min(id)`.as('id'), 'created_at', 'model_name', ...usageSums])
    .orderBy('created_at')
    .orderBy('model_name')
    .execute()
  return rows.map((row) => ({ user_id: filter.userId, username, ...row }))
}

/** What tokens of a user have used by the day after `start`, and of it since `month`; `daySeconds` make a day. */
export function daysOfTokens(
  db: Queryable,
  filter: { userId: number; tokenIds: readonly number[]; start: number; month: number },
  daySeconds: number,
) {
  const { userId, tokenIds, start, month } = filter
  const first = Math.min(start, month)
  // Counted from a time before all rows, since a division cuts toward zero.
  const day = sql<number>`(quota_data.created_at - ${start - daySeconds * 100}) / ${daySeconds} - 100`
  return db
    .selectFrom('quota_data')
    .where('quota_data.user_id', '=', userId)
    .where('quota_data.token_id', 'in', tokenIds)
    .where('quota_data.created_at', '>=', first)
    .groupBy(['quota_data.token_id', sql`day`])
    .select(['quota_data.token_id', day.as('day'), sql<number>`sum(${netQuota})`.as('quota')])
    .select(sql<number>`sum(quota_data.count)`.as('calls'))
    .select(sql<number>`sum(case when quota_data.created_at >= ${month} then ${netQuota} else 0 end)`.as('month'))
    .execute()
}

/** Finds the id of a user by name, including deleted users. */
export async function findUserId(db: Queryable, username: string): Promise<number | undefined> {
  return (await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst())?.id
}

/** A roll-up with the names of its token and channel. */
export type UsageDetail = Awaited<ReturnType<typeof detailsAfter>>[number]

/** Yields all roll-ups of a filter, oldest first, in batches that are read on demand. */
export async function* usageBatches(db: Queryable, filter: UsageFilter, size: number): AsyncGenerator<UsageDetail[]> {
  let last: { created_at: number; id: number } | undefined
  for (;;) {
    const rows = await detailsAfter(db, filter, last, size)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

function detailsAfter(
  db: Queryable,
  filter: UsageFilter,
  last: { created_at: number; id: number } | undefined,
  size: number,
) {
  let query = filteredRollups(db, filter)
  if (last) {
    query = query.where(sql<boolean>`(quota_data.created_at, quota_data.id) > (${last.created_at}, ${last.id})`)
  }
  return query
    .leftJoin('tokens', 'tokens.id', 'quota_data.token_id')
    .leftJoin('channels', 'channels.id', 'quota_data.channel_id')
    .select(['quota_data.id', 'quota_data.created_at', 'quota_data.user_id', 'username', 'quota_data.model_name'])
    .select(['token_id', 'tokens.name as token_name', 'channel_id', 'channels.name as channel_name'])
    .select([
      'count',
      'token_used',
      'refunded',
      netQuota.as('quota'),
      'prompt_tokens',
      'completion_tokens',
      'cached_tokens',
      'failed_count',
    ])
    .orderBy('quota_data.created_at')
    .orderBy('quota_data.id')
    .limit(size)
    .execute()
}
