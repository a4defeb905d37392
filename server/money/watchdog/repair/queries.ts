import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Engine, Queryable } from '../../../platform/store/database.ts'
import { HOUR } from '../../rollups/hours.ts'
import type { RollupKey } from '../queries.ts'

/**
 * Each function recomputes one stored number from the ledger, in the caller's transaction, and returns it before
 * and after. The row is locked before the sums are read: a concurrent settlement has either finished, or will add
 * to the new number.
 */

export interface Sums {
  quota: number
  count: number
  token_used: number
  cost: number
  costed_quota: number
}
export interface Change<T> {
  before: T
  after: T
}

const NO_SUMS: Sums = { quota: 0, count: 0, token_used: 0, cost: 0, costed_quota: 0 }

/**
 * Sets a roll-up to the sum of its rows and its unlisted part; deletes one that has neither, and no failed calls.
 * The input tokens of the unlisted part are unknown: if the number of tokens was wrong, only those of rows are
 * split.
 */
export async function repairRollup(trx: Queryable, engine: Engine, key: RollupKey): Promise<Change<Sums>> {
  const { hour, user_id, model_name, token_id, channel_id } = key
  const stored = { created_at: hour, user_id, model_name, token_id, channel_id }
  const owner = await trx.selectFrom('users').select('username').where('id', '=', user_id).executeTakeFirst()
  await trx
    .insertInto('quota_data')
    .values({ ...stored, ...NO_SUMS, username: owner?.username ?? '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  let locking = trx
    .selectFrom('quota_data')
    .selectAll()
    .where(({ and }) => and(stored))
  if (engine === 'postgres') locking = locking.forUpdate()
  const before = await locking.executeTakeFirstOrThrow()
  const rows = await trx
    .selectFrom('logs')
    .where(({ and }) => and({ type: LOG_TYPE.consume, user_id, model_name, token_id, channel_id }))
    .where('created_at', '>=', hour)
    .where('created_at', '<', hour + HOUR)
    .select([
      sql<number>`coalesce(sum(quota), 0)`.as('quota'),
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(cost), 0)`.as('cost'),
      sql<number>`coalesce(sum(case when cost is not null then quota end), 0)`.as('costed_quota'),
      sql<number>`coalesce(sum(prompt_tokens), 0)`.as('prompt_tokens'),
      sql<number>`coalesce(sum(completion_tokens), 0)`.as('completion_tokens'),
    ])
    .executeTakeFirstOrThrow()
  const after = {
    quota: rows.quota + before.unlisted_quota,
    count: rows.count + before.unlisted_count,
    token_used: rows.prompt_tokens + rows.completion_tokens + before.unlisted_tokens,
    cost: rows.cost + before.unlisted_cost,
    costed_quota: rows.costed_quota + before.unlisted_costed_quota,
  }
  const { prompt_tokens, completion_tokens } = after.token_used === before.token_used ? before : rows
  if (after.count === 0 && after.cost === 0 && before.refunded === 0 && before.failed_count === 0)
    await trx.deleteFrom('quota_data').where('id', '=', before.id).execute()
  else
    await trx
      .updateTable('quota_data')
      .set({ ...after, prompt_tokens, completion_tokens })
      .where('id', '=', before.id)
      .execute()
  const { quota, count, token_used, cost, costed_quota } = before
  return { before: { quota, count, token_used, cost, costed_quota }, after }
}

/** Sets a user's counters to the sums of the roll-ups. */
export async function repairUser(trx: Queryable, engine: Engine, id: number) {
  let locking = trx.selectFrom('users').select(['used_quota', 'request_count']).where('id', '=', id)
  if (engine === 'postgres') locking = locking.forUpdate()
  const before = await locking.executeTakeFirstOrThrow()
  const sums = await trx.selectFrom('quota_data').where('user_id', '=', id).select(rollupSums).executeTakeFirstOrThrow()
  const after = { used_quota: sums.quota, request_count: sums.count }
  await trx.updateTable('users').set(after).where('id', '=', id).execute()
  return { before, after }
}

/** Sets a token's counter to the sum of the roll-ups. */
export async function repairToken(trx: Queryable, engine: Engine, id: number) {
  let locking = trx.selectFrom('tokens').select(['used_quota', 'user_id']).where('id', '=', id)
  if (engine === 'postgres') locking = locking.forUpdate()
  const { user_id, used_quota } = await locking.executeTakeFirstOrThrow()
  const own = trx.selectFrom('quota_data').where('user_id', '=', user_id).where('token_id', '=', id)
  const sums = await own.select(rollupSums).executeTakeFirstOrThrow()
  await trx.updateTable('tokens').set({ used_quota: sums.quota }).where('id', '=', id).execute()
  return { before: { used_quota }, after: { used_quota: sums.quota } }
}

/** Sets a channel's counter to the sum of the roll-ups. */
export async function repairChannel(trx: Queryable, engine: Engine, id: number) {
  let locking = trx.selectFrom('channels').select('used_quota').where('id', '=', id)
  if (engine === 'postgres') locking = locking.forUpdate()
  const before = await locking.executeTakeFirstOrThrow()
  const sums = await trx
    .selectFrom('quota_data')
    .where('channel_id', '=', id)
    .select(rollupSums)
    .executeTakeFirstOrThrow()
  await trx.updateTable('channels').set({ used_quota: sums.quota }).where('id', '=', id).execute()
  return { before, after: { used_quota: sums.quota } }
}

const rollupSums = [
  sql<number>`coalesce(sum(quota - refunded), 0)`.as('quota'),
  sql<number>`coalesce(sum(count), 0)`.as('count'),
] as const
