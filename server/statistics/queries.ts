import { type SelectQueryBuilder, sql } from 'kysely'
import type { LogStat } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { about, inRange, type LogFilter, type LogQuery, rangeOf, type TimeRange } from '../logs/filter.ts'
import type { Queryable } from '../store/database.ts'
import { matchesPattern } from '../store/like.ts'
import type { Tables } from '../store/tables.ts'
import { HOUR, hoursWithin } from './hours.ts'

const STAT_SECONDS = 60

/** Units spent on calls in the range; calls and tokens of the last minute, whatever the range. */
export async function readStat(db: Queryable, filter: LogFilter, now: number): Promise<LogStat> {
  const minute = await calls(db, filter)
    .where('created_at', '>=', now - STAT_SECONDS)
    .select([
      sql<number>`count(*)`.as('rpm'),
      sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)`.as('tpm'),
    ])
    .executeTakeFirstOrThrow()
  return { quota: await spentUnits(db, filter), ...minute }
}

/**
 * The sum over a filter's rows: whole hours from the roll-ups, what is left at the edges from the rows. Names of users
 * and tokens may change within an hour and roll-ups have one of them, so such filters read rows alone.
 */
async function spentUnits(db: Queryable, filter: LogFilter): Promise<number> {
  const range = rangeOf(filter)
  const named = filter.username || filter.token_name || filter.request_id
  const whole = named ? undefined : hoursWithin(range)
  if (!whole) return sumRows(db, filter, range)
  let sum = await sumRollups(db, filter, whole)
  if (range.start !== undefined) sum += await sumRows(db, filter, { start: range.start, end: whole.from - 1 })
  if (range.end !== undefined) sum += await sumRows(db, filter, { start: whole.until, end: range.end })
  return sum
}

const calls = (db: Queryable, filter: LogFilter): LogQuery<object> =>
  about(db.selectFrom('logs').where('type', '=', LOG_TYPE.consume), filter)

/** Rows that are summed at once; SQLite answers nobody else meanwhile. */
const SLICE = 50_000

async function sumRows(db: Queryable, filter: LogFilter, range: TimeRange): Promise<number> {
  let sum = 0
  for (let start = range.start; ; ) {
    const rest = inRange(calls(db, filter), { start, end: range.end })
    const border = await rest.select('created_at').orderBy('created_at').offset(SLICE).limit(1).executeTakeFirst()
    // The border's own second stays whole, or one that is full of rows would never end.
    const slice = border ? inRange(calls(db, filter), { start, end: border.created_at }) : rest
    const { units } = await slice.select(sql<number>`coalesce(sum(quota), 0)`.as('units')).executeTakeFirstOrThrow()
    sum += units
    if (!border) return sum
    start = border.created_at + 1
    await Bun.sleep(0)
  }
}

/** Hours whose roll-ups are summed at once. */
const WINDOW = 7 * 24 * HOUR

/** Only what rows still say: the unlisted part is what deleted rows had. */
async function sumRollups(db: Queryable, filter: LogFilter, { from, until }: { from: number; until: number }) {
  const all = aboutRollups(db.selectFrom('quota_data'), filter)
  const within = all.where('created_at', '>=', from).where('created_at', '<', until)
  const edge = (order: 'asc' | 'desc') =>
    within.select('created_at').orderBy('created_at', order).limit(1).executeTakeFirst()
  const [first, last] = [await edge('asc'), await edge('desc')]
  if (!first || !last) return 0
  let sum = 0
  for (let start = first.created_at; start <= last.created_at; start += WINDOW) {
    const { units } = await all
      .where('created_at', '>=', start)
      .where('created_at', '<', Math.min(start + WINDOW, last.created_at + 1))
      .select(sql<number>`coalesce(sum(quota - unlisted_quota), 0)`.as('units'))
      .executeTakeFirstOrThrow()
    sum += units
    if (start + WINDOW <= last.created_at) await Bun.sleep(0)
  }
  return sum
}

function aboutRollups<Row>(query: SelectQueryBuilder<Tables, 'quota_data', Row>, filter: LogFilter) {
  let result = query
  if (filter.userId !== undefined) result = result.where('user_id', '=', filter.userId)
  if (filter.channel) result = result.where('channel_id', '=', filter.channel)
  if (!filter.model_name) return result
  return filter.model_name.includes('%')
    ? result.where(matchesPattern('quota_data.model_name', filter.model_name))
    : result.where('model_name', '=', filter.model_name)
}
