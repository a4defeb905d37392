import { sql } from 'kysely'
import type { Queryable } from '../../platform/store/database.ts'
import { SUM_COLUMNS } from './columns.ts'

/** Sums of attempts by the names of SUM_COLUMNS. */
export type Sums = Record<string, number>

export interface TrafficFilter {
  /** Unix seconds: `start` ≤ hour ≤ `end`. */
  start: number
  end: number
  channel?: number | undefined
  model?: string | undefined
}

const sumOf = (name: string) => sql<number>`sum(${sql.ref(name)})`.as(name)
const allSums = SUM_COLUMNS.map(sumOf)
/** The sums that say how many calls succeeded. */
const countSums = SUM_COLUMNS.filter((name) => name === 'served' || name.startsWith('failed_')).map(sumOf)

function filtered(db: Queryable, { start, end, channel, model }: TrafficFilter) {
  let query = db.selectFrom('traffic_hours').where('created_at', '>=', start).where('created_at', '<=', end)
  if (channel !== undefined) query = query.where('channel_id', '=', channel)
  if (model !== undefined) query = query.where('model_name', '=', model)
  return query
}

/** Sums of each channel and model. Channel 0 has the calls that no channel served. */
export const sumsByCell = (db: Queryable, filter: TrafficFilter) =>
  filtered(db, filter)
    .groupBy(['channel_id', 'model_name'])
    .select(['channel_id', 'model_name', ...(allSums as [])])
    .execute() as Promise<(Sums & { channel_id: number; model_name: string })[]>

/** Counts, or all sums, of each channel and model in slices of `step` seconds, oldest first. */
export const slicesByCell = (db: Queryable, filter: TrafficFilter, step: number, all: boolean) =>
  filtered(db, filter)
    .groupBy(['channel_id', 'model_name', sql`at`])
    .select(['channel_id', 'model_name', sliceStart(step), ...((all ? allSums : countSums) as [])])
    .orderBy(sql`at`)
    .execute() as Promise<(Sums & { channel_id: number; model_name: string; at: number })[]>

/** All sums of a model by day (UTC), oldest first; channel 0 apart. */
export const daysOfModel = (db: Queryable, filter: TrafficFilter & { model: string }) =>
  filtered(db, filter)
    .groupBy([sql`at`, sql`unserved`])
    .select([sliceStart(DAY), isUnserved, ...(allSums as [])])
    .orderBy(sql`at`)
    .execute() as Promise<(Sums & { at: number; unserved: number })[]>

/** Counts of every model by day (UTC), oldest first; channel 0 apart. */
export const daysByModel = (db: Queryable, filter: TrafficFilter) =>
  filtered(db, filter)
    .groupBy(['model_name', sql`at`, sql`unserved`])
    .select(['model_name', sliceStart(DAY), isUnserved, ...(countSums as [])])
    .orderBy(sql`at`)
    .execute() as Promise<(Sums & { model_name: string; at: number; unserved: number })[]>

/** All sums of every model; channel 0 apart. */
export const sumsByModel = (db: Queryable, filter: TrafficFilter) =>
  filtered(db, filter)
    .groupBy(['model_name', sql`unserved`])
    .select(['model_name', isUnserved, ...(allSums as [])])
    .execute() as Promise<(Sums & { model_name: string; unserved: number })[]>

/** The last errors of each channel and model since a time, latest first. */
export function lastErrors(db: Queryable, { start, channel, model }: TrafficFilter) {
  let query = db.selectFrom('traffic_errors').selectAll().where('created_at', '>=', start)
  if (channel !== undefined) query = query.where('channel_id', '=', channel)
  if (model !== undefined) query = query.where('model_name', '=', model)
  return query.orderBy('created_at', 'desc').orderBy('kind').execute()
}

/** Net charges of each channel and model in quota units, in slices of `step` seconds. */
export async function chargesByCell(db: Queryable, { start, end, channel, model }: TrafficFilter, step: number) {
  let query = db.selectFrom('quota_data').where('created_at', '>=', start).where('created_at', '<=', end)
  if (channel !== undefined) query = query.where('channel_id', '=', channel)
  if (model !== undefined) query = query.where('model_name', '=', model)
  return query
    .groupBy(['channel_id', 'model_name', sql`at`])
    .select(['channel_id', 'model_name', sliceStart(step), sql<number>`sum(quota - refunded)`.as('quota')])
    .execute()
}

/** Deletes hours before a time in Unix seconds. */
export async function deleteTrafficBefore(db: Queryable, seconds: number): Promise<void> {
  await db.deleteFrom('traffic_hours').where('created_at', '<', seconds).execute()
  await db.deleteFrom('traffic_errors').where('created_at', '<', seconds).execute()
}

export const DAY = 86_400

const sliceStart = (step: number) => sql<number>`created_at - created_at % ${step}`.as('at')
const isUnserved = sql<number>`case when channel_id = 0 then 1 else 0 end`.as('unserved')
