import type { Range } from './log-search.ts'

/** What the URL says about time; `from` and `to` are Unix seconds and make the range a custom one. */
export interface TimeFilter {
  range?: Range
  from?: number
  to?: number
  request_id?: string
  /** What a list shows that starts with another range than the log. */
  initial?: Range
}

/** Bounds in Unix seconds, both inclusive; undefined means open. */
export interface TimeWindow {
  start: number | undefined
  end: number | undefined
}

const HOUR = 3600
const DAY = 24 * HOUR
const LENGTH = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const

/** A request is looked for at any time: whoever has its id rarely knows its day. The log itself starts with today. */
export function defaultRange({ request_id, initial = 'today' }: Pick<TimeFilter, 'request_id' | 'initial'>): Range {
  return request_id ? 'all' : initial
}

/** The range that a filter means, `custom` when it has bounds of its own. */
export function rangeOf(filter: TimeFilter): Range | 'custom' {
  if (filter.from !== undefined || filter.to !== undefined) return 'custom'
  return filter.range ?? defaultRange(filter)
}

/**
 * The bounds to ask the server for at the moment `now` (Unix seconds). Named ranges end an hour ahead, so that rows
 * stamped by a clock that runs ahead are there too.
 */
export function windowOf(filter: TimeFilter, now: number): TimeWindow {
  const range = rangeOf(filter)
  if (range === 'custom') return { start: filter.from, end: filter.to }
  if (range === 'all') return { start: undefined, end: undefined }
  return { start: range === 'today' ? startOfDay(now) : now - LENGTH[range], end: now + HOUR }
}

/** The filter after choosing a range by name. A custom one starts with the bounds that were shown until then. */
export function chooseRange(
  filter: TimeFilter,
  range: Range | 'custom',
  now: number,
): Omit<TimeFilter, 'request_id' | 'initial'> {
  if (range !== 'custom') {
    return { range: range === defaultRange(filter) ? undefined : range, from: undefined, to: undefined }
  }
  const { start, end } = windowOf(filter, now)
  return { range: undefined, from: start ?? startOfDay(now), to: end ?? now + HOUR }
}

/**
 * The stretch of the same length before (`-1`) or after (`1`) the one shown; null where there is none: before all time,
 * and after now.
 */
export function shifted(filter: TimeFilter, by: -1 | 1, now: number): { from: number; to: number } | null {
  const { start, end } = windowOf(filter, now)
  if (start === undefined) return null
  // Named ranges reach a little ahead; what has not come yet is no part of the stretch.
  const until = Math.min(end ?? now, Math.max(now, start))
  const length = until - start + 1
  const next = { from: start + by * length, to: until + by * length }
  return next.from > now || next.from < 0 ? null : next
}

export function startOfDay(seconds: number) {
  return Math.floor(new Date(seconds * 1000).setHours(0, 0, 0, 0) / 1000)
}
