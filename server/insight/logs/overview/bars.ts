/**
 * The bars of a histogram over time. Unix seconds; the first bar may begin before `start`, the last end behind
 * `end`.
 */
export interface Bars {
  start: number
  end: number
  step: number
  /** Start of the first bar. */
  first: number
  count: number
}

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR
const STEPS = [
  1,
  2,
  5,
  10,
  15,
  30,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  90 * DAY,
  365 * DAY,
]
/** From this range on, bars of an hour are fine enough, which the roll-ups can fill. */
const HOURLY_FROM = 12 * HOUR

/**
 * Splits a range (both ends inclusive) into at most `maxBars` bars of a round length that begin at `origin` or a
 * multiple of their length from there. `hourly`: bars consist of whole hours if the range is long enough.
 */
export function splitIntoBars(
  range: { start: number; end: number },
  maxBars: number,
  origin: number,
  hourly: boolean,
): Bars {
  const start = range.start
  const end = Math.max(range.end, start)
  const smallestStep = hourly && end - start >= HOURLY_FROM ? HOUR : 1
  for (const each of [...STEPS, (end - start + 1) * 2]) {
    // Roll-ups use UTC hours, and some time zones are offset by a fraction of an hour.
    const from = each % HOUR === 0 ? origin - (((origin % HOUR) + HOUR) % HOUR) : origin
    const first = from + Math.floor((start - from) / each) * each
    const count = Math.floor((end - first) / each) + 1
    if (each >= smallestStep && (count <= maxBars || each > end - start))
      return { start, end, step: each, first, count }
  }
  throw new RangeError('a range has no end')
}

/** Returns the bar of a time; times beyond the ends belong to the first or last bar. */
export const barAt = ({ first, step, count }: Bars, at: number): number =>
  Math.min(Math.max(Math.floor((at - first) / step), 0), count - 1)
