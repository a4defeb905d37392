import { type RawBuilder, sql } from 'kysely'
import type { LogStat } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { HOUR, hoursWithin } from '../../../money/rollups/hours.ts'
import { LEVELS, type LevelName } from '../../../money/rollups/sets/levels.ts'
import { type RollupQuery, rollupsFrom } from '../../../money/rollups/sets/source.ts'
import type { Span } from '../../../money/rollups/sets/spans.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { matchesPattern } from '../../../platform/store/like.ts'
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
  !filter.words &&
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

/** Sums the roll-ups of a filter. */
async function sumRollups(db: Queryable, filter: LogFilter, measure: CallSum, span: Span): Promise<number> {
  const rollups = await matchingRollups(db, filter, span, 'day')
  return (await rollups.select(measure.rollups.as('sum')).executeTakeFirstOrThrow()).sum
}

/** Counts the calls of each hour with `from` ≤ hour < `until`; only hours with calls, in no order. */
export async function countByHour(
  db: Queryable,
  filter: LogFilter,
  span: Span,
): Promise<{ hour: number; count: number }[]> {
  const rollups = await matchingRollups(db, filter, span, 'hour')
  return rollups
    .select(['created_at as hour', CALLS.rollups.as('count')])
    .groupBy('created_at')
    .execute()
}

/**
 * The rows that add up to the roll-ups of a filter, of days or of hours at most. These sets do not tell users apart, but
 * a user's roll-ups are few.
 */
async function matchingRollups(
  db: Queryable,
  filter: LogFilter,
  span: Span,
  longest: 'day' | 'hour',
): Promise<RollupQuery> {
  const { userId = await ownerOf(db, filter.token_id) } = filter
  const matching = (query: RollupQuery) => ofFilter(query, { ...filter, userId })
  const levels = levelsOf(filter).filter((level) => longest === 'day' || LEVELS[level].seconds === HOUR)
  return rollupsFrom(db, span, userId === undefined && !filter.token_id ? levels : [], matching)
}

/** The sets with the fewest rows that tell apart what a filter compares. */
function levelsOf({ model_name, not_model_name, channel, not_channel }: LogFilter): readonly LevelName[] {
  const ofChannels = Boolean(channel || not_channel?.length)
  const ofModels = Boolean(model_name || not_model_name?.length)
  if (!ofChannels) return ['model-day', 'model-hour', 'day', 'hour']
  return ofModels ? ['day', 'hour'] : ['channel-day', 'channel-hour', 'day', 'hour']
}

/** The user of a token, whose roll-ups an index has. */
async function ownerOf(db: Queryable, token: number | undefined): Promise<number | undefined> {
  if (!token) return undefined
  return (await db.selectFrom('tokens').select('user_id').where('id', '=', token).executeTakeFirst())?.user_id
}

function ofFilter(query: RollupQuery, filter: LogFilter): RollupQuery {
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
