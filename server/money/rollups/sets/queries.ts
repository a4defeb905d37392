import { sql, type Transaction } from 'kysely'
import type { Engine, Queryable } from '../../../platform/store/database.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import { HOUR } from '../hours.ts'
import { LEVELS, type LevelName, SET_SUMS } from './levels.ts'
import type { Span } from './spans.ts'

/** A literal, because only then is the index of sets that are not stale used. */
const NOT_STALE = sql<boolean>`stale_at = 0`

/** Sets that are complete and lie within a span, in rising order. */
export const readySets = (db: Queryable, level: LevelName, { from, until }: Span) =>
  db
    .selectFrom('rollup_sets')
    .select(['id', 'created_at'])
    .where('level', '=', level)
    .where('created_at', '>=', from)
    .where('created_at', '<=', until - LEVELS[level].seconds)
    .where(NOT_STALE)
    .where('ready', '=', 1)
    .orderBy('created_at')
    .execute()

/** Starts of periods that have a set, complete or not. */
export async function begunPeriods(db: Queryable, level: LevelName, since: number): Promise<number[]> {
  const query = db.selectFrom('rollup_sets').select('created_at').where('level', '=', level)
  const rows = await query.where('created_at', '>=', since).where(NOT_STALE).execute()
  return rows.map(({ created_at }) => created_at)
}

/** The first hour with a roll-up from a time on. */
export async function firstHour(db: Queryable, since: number): Promise<number | undefined> {
  const query = db.selectFrom('quota_data').select('created_at').where('created_at', '>=', since)
  return (await query.orderBy('created_at').limit(1).executeTakeFirst())?.created_at
}

/** Class and number of the locks that triggers on the roll-ups take (0053-rollup-sets). */
const LOCK_CLASS = 53
const LOCKS = 64

/** Returns the id of a new set; undefined = the period has one, or a transaction that changes it still runs. */
export async function beginSet(
  trx: Transaction<Tables>,
  engine: Engine,
  level: LevelName,
  start: number,
): Promise<number | undefined> {
  if (engine === 'postgres' && !(await lockHours(trx, start / HOUR, LEVELS[level].seconds / HOUR))) return undefined
  const begun = await trx
    .insertInto('rollup_sets')
    .values({ level, created_at: start })
    .onConflict((conflict) => conflict.columns(['level', 'created_at']).where(NOT_STALE).doNothing())
    .returning('id')
    .executeTakeFirst()
  return begun?.id
}

/** Takes the locks of hours until the end of the transaction, without waiting; false = not all were free. */
async function lockHours(trx: Transaction<Tables>, first: number, count: number): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select bool_and(pg_try_advisory_xact_lock(${LOCK_CLASS}::integer, (hour % ${LOCKS})::integer)) as free
    from generate_series(${first}::bigint, ${first + count - 1}::bigint) as hour`.execute(trx)
  return rows[0]?.free ?? false
}

/** The sums of a period's roll-ups. */
export const sumRollups = (db: Queryable, level: LevelName, start: number) =>
  db
    .selectFrom('quota_data')
    .where('created_at', '>=', start)
    .where('created_at', '<', start + LEVELS[level].seconds)
    .groupBy([...LEVELS[level].keys])
    .select([...LEVELS[level].keys])
    .select(SET_SUMS.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name)))
    .execute()

/** Makes a set ready, unless it is stale. */
export const finishSet = (db: Queryable, id: number) =>
  db.updateTable('rollup_sets').set({ ready: 1 }).where('id', '=', id).where(NOT_STALE).execute()

/** Marks sets that are not ready as stale. */
export const dropUnfinished = (db: Queryable, now: number) =>
  db.updateTable('rollup_sets').set({ stale_at: now }).where('ready', '=', 0).where(NOT_STALE).execute()

/** Ids of sets that were stale before a time. */
export async function staleSets(db: Queryable, before: number): Promise<number[]> {
  const query = db.selectFrom('rollup_sets').select('id').where(sql<boolean>`stale_at > 0`)
  return (await query.where('stale_at', '<', before).execute()).map(({ id }) => id)
}

/** Deletes rows of a set, at most `limit`; returns how many. */
export async function deleteSums(db: Queryable, id: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from rollup_sums where set_id = ${id} and (model_name, channel_id, user_id, token_id) in (
      select model_name, channel_id, user_id, token_id from rollup_sums where set_id = ${id} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}
