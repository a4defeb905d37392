import type { LogHistogram } from '#contract/api/logs.ts'
import { HOUR, hoursWithin } from '../../../money/rollups/hours.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { includesCalls, includesOthers, type LogFilter, rangeOf, type TimeRange } from '../filter.ts'
import { countByHour, rollupsCover } from '../totals/queries.ts'
import { type Bars, barAt, splitIntoBars } from './bars.ts'
import { countByBar, failedCount } from './queries.ts'
import { scanNewestCalls, scanNewestOthers } from './scan-newest.ts'

/** Rows that are read where roll-ups cannot answer: some tenths of a second. */
const MAX_ROWS = 50_000

interface HistogramRequest {
  filter: LogFilter
  /** Maximum number of bars. */
  buckets: number
  /** A time at which a bar begins. */
  origin: number
  /** Unix seconds: the end of an open range. */
  now: number
  /** Maximum number of rows to read; lower in tests. */
  most?: number
}

/** Counts the rows of a filter over time. Hours are read from the roll-ups where these have the data. */
export async function readHistogram(db: Queryable, asked: HistogramRequest): Promise<LogHistogram> {
  const { filter, now, most = MAX_ROWS } = asked
  const range = rangeOf(filter)
  // Rows written by clocks that run ahead belong to the last bar.
  const end = Math.min(range.end ?? now, Math.max(now, range.start ?? 0))
  const start = range.start ?? (await firstRowTime(db, filter)) ?? end - HOUR
  const bars = splitIntoBars({ start, end }, asked.buckets, asked.origin, rollupsCover(filter))
  const items = Array.from({ length: bars.count }, (_, index) => ({
    start: bars.first + index * bars.step,
    calls: 0,
    failed: 0,
    others: 0,
  }))

  const given = { ...filter, start_timestamp: start }
  const [calls, others] = await Promise.all([
    includesCalls(filter) ? countCalls(db, given, bars, most) : NO_COUNTS,
    includesOthers(filter) ? countOthers(db, given, bars, most) : NO_COUNTS,
  ])
  for (const { bar, count } of calls.counts) items[barAt(bars, bar)]!.calls += count
  for (const { bar, count, failed } of others.counts) {
    items[barAt(bars, bar)]!.failed += failed
    items[barAt(bars, bar)]!.others += count - failed
  }
  const since = Math.max(calls.since ?? 0, others.since ?? 0)
  return { start, end: bars.end, step: bars.step, items, since: since > 0 ? since : null }
}

interface BarCounts {
  /** Start of a bar, or a time in it. */
  counts: { bar: number; count: number; failed: number }[]
  since: number | null
}
const NO_COUNTS: BarCounts = { counts: [], since: null }

/** Counts served calls: whole hours from the roll-ups, and the rows at the edges; only rows if bars are finer. */
async function countCalls(db: Queryable, filter: LogFilter, bars: Bars, most: number): Promise<BarCounts> {
  const range = rangeOf(filter)
  const whole = rollupsCover(filter) && bars.step % HOUR === 0 ? hoursWithin(range) : undefined
  if (!whole) return countRows(db, filter, bars, range, most)
  const { from } = whole
  const until = Math.min(whole.until, bars.end + 2 * HOUR)
  const parts = await Promise.all([
    countRows(db, filter, bars, { start: range.start, end: from - 1 }, most),
    countRows(db, filter, bars, { start: whole.until, end: range.end }, most),
  ])
  const hours = await countByHour(db, filter, { from, until })
  const counts = hours.map(({ hour, count }) => ({ bar: hour, count, failed: 0 }))
  return {
    counts: [...counts, ...parts.flatMap((part) => part.counts)],
    since: parts.reduce<number | null>((latest, { since }) => since ?? latest, null),
  }
}

async function countRows(db: Queryable, filter: LogFilter, bars: Bars, range: TimeRange, most: number) {
  if (range.start !== undefined && range.end !== undefined && range.start > range.end) return NO_COUNTS
  const part = { ...filter, start_timestamp: range.start, end_timestamp: range.end }
  const { query, since } = await scanNewestCalls(db, part, most)
  const rows = await countByBar(query, bars).execute()
  return { counts: rows.map((row) => ({ ...row, failed: 0 })), since }
}

async function countOthers(db: Queryable, filter: LogFilter, bars: Bars, most: number): Promise<BarCounts> {
  const { query, since } = await scanNewestOthers(db, filter, most)
  return { counts: await countByBar(query, bars).select(failedCount).execute(), since }
}

/** Time of the first row of a user, or of all. */
async function firstRowTime(db: Queryable, { userId }: LogFilter): Promise<number | undefined> {
  const all = db.selectFrom('logs').select('created_at').orderBy('created_at').orderBy('id').limit(1)
  const first = await (userId === undefined ? all : all.where('user_id', '=', userId)).executeTakeFirst()
  return first?.created_at
}
