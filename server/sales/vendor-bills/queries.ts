import { sql } from 'kysely'
import type { BillReport } from '#contract/api/vendor-bills.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Database, Queryable } from '../../platform/store/database.ts'

/** Unix seconds, from inclusive, until exclusive. */
export interface Period {
  from: number
  until: number
}

const BATCH = 1000
/** Reports that are kept. */
const KEPT = 100

const callColumns = [
  ...(['id', 'created_at', 'model_name', 'channel_id', 'prompt_tokens', 'completion_tokens'] as const),
  ...(['cost', 'other', 'request_id'] as const),
] as const

/** Yields the calls of channels in a period, in batches that are read on demand. */
export async function* callBatches(db: Queryable, channels: readonly number[], { from, until }: Period) {
  const query = db
    .selectFrom('logs')
    .select([...callColumns])
    .where('type', '=', LOG_TYPE.consume)
    .where('created_at', '<', until)
    .where('channel_id', 'in', channels)
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
  let rows = await query.where('created_at', '>=', from).execute()
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    rows = await query.where(sql<boolean>`(created_at, id) > (${last.created_at}, ${last.id})`).execute()
  }
}

/** The calls of channels in a period. */
export async function countCalls(db: Queryable, channels: readonly number[], { from, until }: Period): Promise<number> {
  const row = await db
    .selectFrom('quota_data')
    .select(sql<number>`coalesce(sum(count), 0)`.as('count'))
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('channel_id', 'in', channels)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Costs without a log row, by hour, channel and model, in thousandths of a unit. */
export function unlistedCosts(db: Queryable, channels: readonly number[], { from, until }: Period) {
  return db
    .selectFrom('quota_data')
    .select(['created_at', 'channel_id', 'model_name', sql<number>`sum(unlisted_cost)`.as('cost')])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .where('channel_id', 'in', channels)
    .where('unlisted_cost', '>', 0)
    .groupBy(['created_at', 'channel_id', 'model_name'])
    .execute()
}

/** Finds channels by id. */
export const findChannels = (db: Queryable, ids: readonly number[]) =>
  db.selectFrom('channels').select(['id', 'name', 'model_mapping']).where('id', 'in', ids).orderBy('id').execute()

/** Stores a report and deletes the oldest ones beyond the number that is kept. Returns its id. */
export async function insertReport(
  db: Queryable,
  report: Omit<BillReport, 'id' | 'created_at' | 'created_by'>,
  by: { createdAt: number; createdBy: string },
): Promise<number> {
  const { rows, ...summary } = report
  const { id } = await db
    .insertInto('bill_reports')
    .values({
      created_at: by.createdAt,
      created_by: by.createdBy,
      summary: JSON.stringify(summary),
      rows: JSON.stringify(rows),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = db.selectFrom('bill_reports').select('id').orderBy('id', 'desc').limit(KEPT)
  await db.deleteFrom('bill_reports').where('id', 'not in', kept).execute()
  return id
}

/** The kept reports without their rows, newest first. */
export const listReports = (db: Queryable) =>
  db
    .selectFrom('bill_reports')
    .select(['id', 'created_at', 'created_by', 'summary'])
    .orderBy('id', 'desc')
    .limit(KEPT)
    .execute()

export const findReport = (db: Queryable, id: number) =>
  db.selectFrom('bill_reports').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes a report; false = there is none. */
export async function deleteReport(db: Database | Queryable, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('bill_reports').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
