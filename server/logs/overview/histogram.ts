import type { LogHistogram } from '#contract/api/logs.ts'
import { HOUR, hoursWithin } from '../../rollups/hours.ts'
import type { Queryable } from '../../store/database.ts'
import { type LogFilter, rangeOf, type TimeRange, wantsCalls, wantsOthers } from '../filter.ts'
import { countByHour, rollupsTell } from '../totals/queries.ts'
import { type Bars, barAt, barsOf } from './bars.ts'
import { newestCalls, newestOthers } from './look-back.ts'
import { countByBar, failedOnes } from './queries.ts'

/** Rows that are looked at where the roll-ups do not tell: some tenths of a second. */
const MOST = 50_000

interface Asked {
  filter: LogFilter
  /** Most bars. */
  buckets: number
  /** A moment at which a bar begins. */
  origin: number
  /** Unix seconds: where a range without an end ends. */
  now: number
  /** Rows to look at; a test asks for few. */
  most?: number
}

/** How many rows of a filter there are, over its time. Hours are read from the roll-ups wherever these know. */
export async function readHistogram(db: Queryable, asked: Asked): Promise<LogHistogram> {
  const { filter, now, most = MOST } = asked
  const range = rangeOf(filter)
  // What clocks that run ahead have written counts for the last bar.
  const end = Math.min(range.end ?? now, Math.max(now, range.start ?? 0))
  const start = range.start ?? (await firstOf(db, filter)) ?? end - HOUR
  const bars = barsOf({ start, end }, asked.buckets, asked.origin, rollupsTell(filter))
  const items = Array.from({ length: bars.count }, (_, index) => ({
    start: bars.first + index * bars.step,
    calls: 0,
    failed: 0,
    others: 0,
  }))

  const given = { ...filter, start_timestamp: start }
  const [calls, others] = await Promise.all([
    wantsCalls(filter) ? countCalls(db, given, bars, most) : NOTHING,
    wantsOthers(filter) ? countOthers(db, given, bars, most) : NOTHING,
  ])
  for (const { bar, count } of calls.counts) items[barAt(bars, bar)]!.calls += count
  for (const { bar, count, failed } of others.counts) {
    items[barAt(bars, bar)]!.failed += failed
    items[barAt(bars, bar)]!.others += count - failed
  }
  const since = Math.max(calls.since ?? 0, others.since ?? 0)
  return { start, end: bars.end, step: bars.step, items, since: since > 0 ? since : null }
}

interface Counted {
  /** Start of a bar, or a moment in it. */
  counts: { bar: number; count: number; failed: number }[]
  since: number | null
}
const NOTHING: Counted = { counts: [], since: null }

/** Served calls: whole hours by the roll-ups, and the rows at the edges; rows alone where bars are finer. */
async function countCalls(db: Queryable, filter: LogFilter, bars: Bars, most: number): Promise<Counted> {
  const range = rangeOf(filter)
  const whole = rollupsTell(filter) && bars.step % HOUR === 0 ? hoursWithin(range) : undefined
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
  if (range.start !== undefined && range.end !== undefined && range.start > range.end) return NOTHING
  const part = { ...filter, start_timestamp: range.start, end_timestamp: range.end }
  const { query, since } = await newestCalls(db, part, most)
  const rows = await countByBar(query, bars).execute()
  return { counts: rows.map((row) => ({ ...row, failed: 0 })), since }
}

async function countOthers(db: Queryable, filter: LogFilter, bars: Bars, most: number): Promise<Counted> {
  const { query, since } = await newestOthers(db, filter, most)
  return { counts: await countByBar(query, bars).select(failedOnes).execute(), since }
}

/** When the first row of somebody, or of all, was written. */
async function firstOf(db: Queryable, { userId }: LogFilter): Promise<number | undefined> {
  const all = db.selectFrom('logs').select('created_at').orderBy('created_at').orderBy('id').limit(1)
  const first = await (userId === undefined ? all : all.where('user_id', '=', userId)).executeTakeFirst()
  return first?.created_at
}
