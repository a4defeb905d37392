import type { BudgetWindow } from '#contract/limits.ts'

/** A window of time: from `start` (included) to `end` (not included), in milliseconds since the epoch. */
export interface CalendarWindow {
  start: number
  end: number
}

/** The calendar of a time zone. */
export interface Calendar {
  /** Returns the window that contains a moment. */
  windowAt(kind: BudgetWindow, at: number): CalendarWindow
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS_OF_WEEK = 7

/** Creates the calendar of an IANA time zone such as `Asia/Shanghai`. Throws a RangeError for an unknown one. */
export function createCalendar(timeZone: string): Calendar {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  /** The window of each kind that was asked for last: most calls are in it. */
  const latest = new Map<BudgetWindow, CalendarWindow>()

  const offsetAt = (at: number) => parseOffset(format.formatToParts(at).find(isOffset)?.value ?? 'GMT')

  /** Returns the moment at which a clock of the zone shows `local` (milliseconds as if in UTC). */
  function momentOf(local: number): number {
    const guess = local - offsetAt(local)
    const exact = local - offsetAt(guess)
    // Where clocks are set forward, the time does not exist: the moment of the change is taken.
    return offsetAt(exact) === local - exact ? exact : Math.max(guess, exact)
  }

  function compute(kind: BudgetWindow, at: number): CalendarWindow {
    const local = at + offsetAt(at)
    if (kind === 'hour') {
      const start = Math.floor(local / HOUR_MS) * HOUR_MS - offsetAt(at)
      return { start, end: start + HOUR_MS }
    }
    const [first, next] = localBounds(kind, local)
    return { start: momentOf(first), end: momentOf(next) }
  }

  return {
    windowAt(kind, at) {
      const known = latest.get(kind)
      if (known && at >= known.start && at < known.end) return known
      const window = compute(kind, at)
      if (!known || window.start > known.start) latest.set(kind, window)
      return window
    },
  }
}

/** The first moments of a window and of the next one, as a clock of the zone shows them. */
function localBounds(kind: Exclude<BudgetWindow, 'hour'>, local: number): [first: number, next: number] {
  const day = Math.floor(local / DAY_MS)
  if (kind === 'day') return [day * DAY_MS, (day + 1) * DAY_MS]
  if (kind === 'week') {
    // The first of January 1970 was a Thursday.
    const monday = day - ((day + 3) % DAYS_OF_WEEK)
    return [monday * DAY_MS, (monday + DAYS_OF_WEEK) * DAY_MS]
  }
  const date = new Date(local)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return [Date.UTC(year, month, 1), Date.UTC(year, month + 1, 1)]
}

const isOffset = ({ type }: Intl.DateTimeFormatPart) => type === 'timeZoneName'

/** Reads `GMT+05:30` in milliseconds. */
function parseOffset(name: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? []
  const size = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -size : size
}
