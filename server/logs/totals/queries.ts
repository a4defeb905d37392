import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { LogStat } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { HOUR, hoursWithin } from '../../rollups/hours.ts'
import type { Queryable } from '../../store/database.ts'
import { matchesPattern } from '../../store/like.ts'
import type { Tables } from '../../store/tables.ts'
import { inRange, type LogFilter, type LogQuery, matchingFields, rangeOf, type TimeRange } from '../filter.ts'

const STAT_SECONDS = 60

/** Sums the units spent on calls in the range, and the calls and tokens of the last minute, whatever the range. */
export async function readStat(db: Queryable, filter: LogFilter, now: number): Promise<LogStat> {
  const minute = await calls(db, filter)
    .where('created_at', '>=', now - STAT_SECONDS)
    .select([
      sql<number>`count(*)`.as('rpm'),
      sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)`.as('tpm'),
    ])
    .executeTakeFirstOrThrow()
  return { quota: await sumCalls(db, filter, UNITS), ...minute }
}

/** Counts a filter's calls in its range. */
export const countCalls = (db: Queryable, filter: LogFilter): Promise<number> => sumCalls(db, filter, CALLS)

/** A sum over calls: over their rows, and over roll-ups without the unlisted share. */
interface CallSum {
  rows: RawBuilder<number>
  rollups: RawBuilder<number>
}
const UNITS: CallSum = {
  rows: sql<number>`coalesce(sum(quota), 0)`,
  rollups: sql<number>`coalesce(sum(quota - unlisted_quota), 0)`,
}
const CALLS: CallSum = {
  rows: sql<number>`count(*)`,
  rollups: sql<number>`coalesce(sum(count - unlisted_count), 0)`,
}

/**
 * The sum over a filter's rows: whole hours from the roll-ups, the edges from the rows. Names of users and tokens
 * may change within an hour and roll-ups store one of them, so filters by name read rows alone.
 */
async function sumCalls(db: Queryable, filter: LogFilter, measure: CallSum): Promise<number> {
  const range = rangeOf(filter)
  const whole = rollupsCover(filter) ? hoursWithin(range) : undefined
  if (!whole) return sumRows(db, filter, measure, range)
  let sum = await sumRollups(db, filter, measure, whole)
  if (range.start !== undefined) sum += await sumRows(db, filter, measure, { start: range.start, end: whole.from - 1 })
  if (range.end !== undefined) sum += await sumRows(db, filter, measure, { start: whole.until, end: range.end })
  return sum
}

/** Whether roll-ups have the fields of a filter. */
export const rollupsCover = (filter: LogFilter): boolean =>
  !filter.username &&
  !filter.token_name &&
  !filter.request_id &&
  !filter.not_username?.length &&
  !filter.not_token_name?.length

const calls = (db: Queryable, filter: LogFilter): LogQuery<object> =>
  matchingFields(db.selectFrom('logs').where('type', '=', LOG_TYPE.consume), filter)

/** Rows summed in one query. Other reads run between the slices, which SQLite serves one at a time. */
const SLICE_ROWS = 10_000

async function sumRows(db: Queryable, filter: LogFilter, measure: CallSum, range: TimeRange): Promise<number> {
  let sum = 0
  for (let start = range.start; ; ) {
    const rest = inRange(calls(db, filter), { start, end: range.end })
    const border = await rest.select('created_at').orderBy('created_at').offset(SLICE_ROWS).limit(1).executeTakeFirst()
    // All rows of the border's second are included; otherwise a second with more rows than a slice would never end.
    const slice = border ? inRange(calls(db, filter), { start, end: border.created_at }) : rest
    sum += (await slice.select(measure.rows.as('sum')).executeTakeFirstOrThrow()).sum
    if (!border) return sum
    start = border.created_at + 1
    await Bun.sleep(0)
  }
}

/** Hours whose roll-ups are summed in one query. */
const WINDOW_SECONDS = 7 * 24 * HOUR

async function sumRollups(
  db: Queryable,
  filter: LogFilter,
  measure: CallSum,
  { from, until }: { from: number; until: number },
): Promise<number> {
  const all = matchingRollups(db.selectFrom('quota_data'), filter)
  const edges = await edgeHours(all, { from, until })
  if (!edges) return 0
  const { first, last } = edges
  let sum = 0
  for (let start = first; start <= last; start += WINDOW_SECONDS) {
    const window = await all
      .where('created_at', '>=', start)
      .where('created_at', '<', Math.min(start + WINDOW_SECONDS, last + 1))
      .select(measure.rollups.as('sum'))
      .executeTakeFirstOrThrow()
    sum += window.sum
    if (start + WINDOW_SECONDS <= last) await Bun.sleep(0)
  }
  return sum
}

/** The first and the last hour with roll-ups: a range may begin long before the server did. */
async function edgeHours(rollups: RollupQuery<object>, { from, until }: { from: number; until: number }) {
  const within = rollups.where('created_at', '>=', from).where('created_at', '<', until)
  const edge = (order: 'asc' | 'desc') =>
    within.select('created_at').orderBy('created_at', order).limit(1).executeTakeFirst()
  const [first, last] = [await edge('asc'), await edge('desc')]
  return first && last && { first: first.created_at, last: last.created_at }
}

/** Counts the calls of each hour with `from` ≤ hour < `until`; only hours with calls, in no order. */
export async function countByHour(
  db: Queryable,
  filter: LogFilter,
  { from, until }: { from: number; until: number },
): Promise<{ hour: number; count: number }[]> {
  const all = matchingRollups(db.selectFrom('quota_data'), filter)
  const hours: { hour: number; count: number }[] = []
  const edges = await edgeHours(all, { from, until })
  if (!edges) return hours
  for (let start = edges.first; start <= edges.last; start += WINDOW_SECONDS) {
    const window = await all
      .where('created_at', '>=', start)
      .where('created_at', '<', Math.min(start + WINDOW_SECONDS, edges.last + 1))
      .select(['created_at as hour', CALLS.rollups.as('count')])
      .groupBy('created_at')
      .execute()
    hours.push(...window)
  }
  return hours
}

type RollupQuery<Row> = SelectQueryBuilder<Tables, 'quota_data', Row>

function matchingRollups<Row>(query: RollupQuery<Row>, filter: LogFilter): RollupQuery<Row> {
  let result = query
  if (filter.userId !== undefined) result = result.where('user_id', '=', filter.userId)
  if (filter.token_id) result = result.where('token_id', '=', filter.token_id)
  if (filter.channel) result = result.where('channel_id', '=', filter.channel)
  if (filter.not_channel?.length) result = result.where('channel_id', 'not in', filter.not_channel)
  if (filter.not_model_name?.length) result = result.where('model_name', 'not in', filter.not_model_name)
  if (!filter.model_name) return result
  return filter.model_name.includes('%')
    ? result.where(matchesPattern('quota_data.model_name', filter.model_name))
    : result.where('model_name', '=', filter.model_name)
}
