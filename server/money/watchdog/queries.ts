import { sql } from 'kysely'
import type { WatchdogReport } from '#contract/api/watchdog.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Database, Engine, Queryable } from '../../platform/store/database.ts'
import { databaseSeconds } from '../../platform/store/database-seconds.ts'
import { wholeRows } from '../receipts/whole-rows.ts'
import { HOUR } from '../rollups/hours.ts'

/**
 * Every query is a single statement: it reads one snapshot of the database, so calls that are settled meanwhile
 * cause no false alarm. Each covers so little that other reads, which SQLite serves one at a time, run soon.
 */

/** The key of a roll-up. */
export interface RollupKey {
  /** Start of the hour, unix seconds. */
  hour: number
  user_id: number
  model_name: string
  token_id: number
  channel_id: number
}
/** A roll-up as stored, and the sum of its rows and its unlisted part. */
export interface RollupSides extends RollupKey {
  row_quota: number
  row_count: number
  row_tokens: number
  /** Thousandths of a unit that vendors charge, and the charge of calls whose cost is known. */
  row_cost: number
  row_costed: number
  sum_quota: number
  sum_count: number
  sum_tokens: number
  sum_cost: number
  sum_costed: number
}

/** The first hour at or after a time that has rows or roll-ups; undefined = none. */
export async function nextHour(db: Queryable, time: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('logs')
    .select('created_at')
    .where('created_at', '>=', time)
    .where('type', '=', LOG_TYPE.consume)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const rollup = await db
    .selectFrom('quota_data')
    .select('created_at')
    .where('created_at', '>=', time)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const first = Math.min(row?.created_at ?? Number.POSITIVE_INFINITY, rollup?.created_at ?? Number.POSITIVE_INFINITY)
  return Number.isFinite(first) ? Math.floor(first / HOUR) * HOUR : undefined
}

/** Both sides of all roll-ups of an hour. */
export async function rollupsOfHour(db: Queryable, hour: number): Promise<RollupSides[]> {
  const { rows } = await sql<Omit<RollupSides, 'hour'>>`
    select user_id, model_name, token_id, channel_id,
      sum(row_quota) as row_quota, sum(row_count) as row_count, sum(row_tokens) as row_tokens,
      sum(row_cost) as row_cost, sum(row_costed) as row_costed, sum(sum_cost) as sum_cost, sum(sum_costed) as sum_costed,
      sum(sum_quota) as sum_quota, sum(sum_count) as sum_count, sum(sum_tokens) as sum_tokens
    from (
      select user_id, model_name, token_id, channel_id,
        quota as row_quota, 1 as row_count, prompt_tokens + completion_tokens as row_tokens,
        coalesce(cost, 0) as row_cost, case when cost is null then 0 else quota end as row_costed,
        0 as sum_quota, 0 as sum_count, 0 as sum_tokens, 0 as sum_cost, 0 as sum_costed
      from logs where type = ${LOG_TYPE.consume} and created_at >= ${hour} and created_at < ${hour + HOUR}
      union all
      select user_id, model_name, token_id, channel_id,
        unlisted_quota, unlisted_count, unlisted_tokens, unlisted_cost, unlisted_costed_quota,
        quota, count, token_used, cost, costed_quota
      from quota_data where created_at >= ${hour} and created_at < ${hour + HOUR}
    ) as sides
    group by user_id, model_name, token_id, channel_id`.execute(db)
  return rows.map((row) => ({ hour, ...row }))
}

/** A range of ids: after < id ≤ last. */
export interface IdRange {
  after: number
  last: number
}

/** The largest id of a table, 0 when it is empty. */
export async function lastId(db: Queryable, table: 'users' | 'channels' | 'logs'): Promise<number> {
  const row = await db.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

/** Counters of users, and the sums of the roll-ups: charges minus refunds. */
export function userCounters(db: Queryable, { after, last }: IdRange) {
  return db
    .selectFrom('users')
    .leftJoin('quota_data', 'quota_data.user_id', 'users.id')
    .where('users.id', '>', after)
    .where('users.id', '<=', last)
    .groupBy('users.id')
    .select([
      'users.id',
      'users.used_quota',
      'users.request_count',
      sql<number>`coalesce(sum(quota_data.quota - quota_data.refunded), 0)`.as('quota'),
      sql<number>`coalesce(sum(quota_data.count), 0)`.as('count'),
    ])
    .execute()
}

/** Balances of users with their leases, and what they received and were charged. */
export function userBalances(db: Queryable, { after, last }: IdRange) {
  return db
    .selectFrom('users')
    .where('users.id', '>', after)
    .where('users.id', '<=', last)
    .select([
      'users.id',
      sql<number>`users.quota + coalesce((
        select sum(granted - spent) from wallet_leases where owner_kind = 'user' and owner_id = users.id), 0)`.as(
        'found',
      ),
      // A literal type, because only then can the index of the few rows that are not calls be used.
      sql<number>`coalesce((select quota from ledger_openings where user_id = users.id), 0)
        + coalesce((select sum(logs.quota) from logs where logs.user_id = users.id and logs.type <> 2), 0)
        - coalesce((select sum(quota_data.quota) from quota_data where quota_data.user_id = users.id), 0)`.as(
        'expected',
      ),
    ])
    .execute()
}

/** A node of the previous version may run: it credits orders without a line, which a job adds soon. */
const MISSING_SECONDS = 600

/**
 * What the payments of users gave to their wallets: by the lines of the ledger, and by the paid orders minus what
 * refunds and disputes took back and froze.
 */
export function userPayments(db: Queryable, { after, last }: IdRange) {
  const due = nowInSeconds() - MISSING_SECONDS
  const counted = sql`user_id = users.id and status not in ('pending', 'expired', 'rejected') and (complete_time < ${due}
    or exists (select 1 from payment_entries where order_id = top_ups.id and kind = 'payment'))`
  return db
    .selectFrom('users')
    .where('users.id', '>', after)
    .where('users.id', '<=', last)
    .select([
      'users.id',
      sql<number>`coalesce((select sum(quota) from payment_entries where user_id = users.id), 0)`.as('expected'),
      sql<number>`coalesce((select sum(quota - returned_quota - frozen_quota) from top_ups where ${counted}), 0)`.as(
        'found',
      ),
      sql<number>`coalesce((select sum(frozen) from payment_entries where user_id = users.id), 0)`.as(
        'expected_frozen',
      ),
      sql<number>`coalesce((select sum(frozen_quota) from top_ups where ${counted}), 0)`.as('found_frozen'),
    ])
    .execute()
}

/** The receipts and notes of paid orders of some users, and the refunds and disputes that these had. */
export async function orderPapers(db: Queryable, { after, last }: IdRange) {
  const orders = await db
    .selectFrom('top_ups')
    .where('user_id', '>', after)
    .where('user_id', '<=', last)
    .where('id', 'in', db.selectFrom('payment_receipts').select('order_id'))
    .select(['id', 'money', 'currency', 'status'])
    .execute()
  if (orders.length === 0) return []
  const ofUsers = db.selectFrom('top_ups').select('id').where('user_id', '>', after).where('user_id', '<=', last)
  const papers = await db
    .selectFrom('payment_receipts')
    .select(['order_id', 'content'])
    .where('order_id', 'in', ofUsers)
    .execute()
  const claims = await db
    .selectFrom('payment_claims')
    .select(['order_id', 'cents', 'state'])
    .where('order_id', 'in', ofUsers)
    .execute()
  const papersOf = Map.groupBy(papers, ({ order_id }) => order_id)
  const claimsOf = Map.groupBy(claims, ({ order_id }) => order_id)
  return orders.map((order) => ({
    ...order,
    papers: papersOf.get(order.id) ?? [],
    claims: claimsOf.get(order.id) ?? [],
  }))
}

/** Counters of the tokens of some users, and the sums of the roll-ups. */
export function tokenCounters(db: Queryable, { after, last }: IdRange) {
  const sums = db
    .selectFrom('quota_data')
    .where('user_id', '>', after)
    .where('user_id', '<=', last)
    .groupBy('token_id')
    .select(['token_id', sql<number>`sum(quota - refunded)`.as('quota')])
    .as('sums')
  return db
    .selectFrom('tokens')
    .leftJoin(sums, 'sums.token_id', 'tokens.id')
    .where('tokens.user_id', '>', after)
    .where('tokens.user_id', '<=', last)
    .select(['tokens.id', 'tokens.used_quota', sql<number>`coalesce(sums.quota, 0)`.as('quota')])
    .execute()
}

/** Counters of channels, and the sums of the roll-ups. */
export function channelCounters(db: Queryable, { after, last }: IdRange) {
  return db
    .selectFrom('channels')
    .where('channels.id', '>', after)
    .where('channels.id', '<=', last)
    .select([
      'channels.id',
      'channels.used_quota',
      sql<number>`coalesce((select sum(quota - refunded) from quota_data where channel_id = channels.id), 0)`.as(
        'quota',
      ),
    ])
    .execute()
}

/** The charges of some rows. */
export async function readCharges(db: Queryable, ids: readonly number[]) {
  const rows = await db
    .selectFrom('logs')
    .select(['id', 'quota', 'content', 'other', 'request_id', 'terms_id'])
    .where('id', 'in', ids)
    .where('type', '=', LOG_TYPE.consume)
    .execute()
  return wholeRows(db, rows)
}

/** All leases, and those that expired at least this many seconds ago. */
export async function leasesExpiredFor(db: Queryable, engine: Engine, seconds: number) {
  const all = await db.selectFrom('wallet_leases').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  const before = sql<number>`${databaseSeconds(engine)} - ${seconds}`
  const expired = await db.selectFrom('wallet_leases').selectAll().where('expires_at', '<', before).execute()
  return { count: all.n, expired }
}

/** Keeps a node's last report, which other nodes show as well. */
export async function storeReport(db: Database, nodeId: string, report: WatchdogReport): Promise<void> {
  const row = { node_id: nodeId, started_at: report.started_at, report: JSON.stringify(report) }
  await db
    .insertInto('watchdog_reports')
    .values(row)
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(row))
    .execute()
}

/** The newest report of all nodes, and the node that wrote it. */
export async function readLastReport(db: Queryable): Promise<{ node: string; report: WatchdogReport } | undefined> {
  const row = await db.selectFrom('watchdog_reports').selectAll().orderBy('started_at', 'desc').executeTakeFirst()
  return row && { node: row.node_id, report: JSON.parse(row.report) as WatchdogReport }
}
