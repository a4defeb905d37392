import type { Range } from './log-search.ts'

/** The URL's time parameters. `from` and `to` are Unix seconds and make the range a custom one. */
export interface TimeFilter {
  range?: Range
  from?: number
  to?: number
  request_id?: string
  /** The default range of a list that differs from the log's. */
  initial?: Range
}

/** Bounds in Unix seconds, both inclusive; undefined = open. */
export interface TimeWindow {
  start: number | undefined
  end: number | undefined
}

const HOUR = 3600
const DAY = 24 * HOUR
const LENGTH = { '1h': HOUR, '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY } as const

/**
 * Returns the default range. A search by request id covers all time, since its day is rarely known. The log
 * itself starts with today.
 */
export function defaultRange({ request_id, initial = 'today' }: Pick<TimeFilter, 'request_id' | 'initial'>): Range {
  return request_id ? 'all' : initial
}

/** Returns the range of a filter; `custom` when it has explicit bounds. */
export function rangeOf(filter: TimeFilter): Range | 'custom' {
  if (filter.from !== undefined || filter.to !== undefined) return 'custom'
  return filter.range ?? defaultRange(filter)
}

/**
 * Returns the bounds for the request at `now` (Unix seconds). Named ranges end an hour ahead, so that rows
 * from a server clock that runs ahead are included.
 */
export function windowOf(filter: TimeFilter, now: number): TimeWindow {
  const range = rangeOf(filter)
  if (range === 'custom') return { start: filter.from, end: filter.to }
  if (range === 'all') return { start: undefined, end: undefined }
  return { start: range === 'today' ? startOfDay(now) : now - LENGTH[range], end: now + HOUR }
}

/** Returns the filter after a range by name was chosen. A custom range starts with the bounds shown before. */
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
 * Returns the span of the same length before (`-1`) or after (`1`) the current one; null where there is none:
 * before all time, and in the future.
 */
export function shifted(filter: TimeFilter, by: -1 | 1, now: number): { from: number; to: number } | null {
  const { start, end } = windowOf(filter, now)
  if (start === undefined) return null
  // Named ranges extend into the future; the span is cut off at now.
  const until = Math.min(end ?? now, Math.max(now, start))
  const length = until - start + 1
  const next = { from: start + by * length, to: until + by * length }
  return next.from > now || next.from < 0 ? null : next
}

export function startOfDay(seconds: number) {
  return Math.floor(new Date(seconds * 1000).setHours(0, 0, 0, 0) / 1000)
}
