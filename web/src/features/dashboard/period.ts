import type { DashboardSearch, Period, Step } from './dashboard-search.ts'

/** A time span in Unix seconds, both ends inclusive. */
export interface Span {
  start: number
  end: number
}

const HOUR = 3600
const DAYS: Record<Exclude<Period, '24h'>, number> = { '7d': 7, '30d': 30 }
const DEFAULT_STEP: Record<Period, Step> = { '24h': 'hour', '7d': 'day', '30d': 'day' }

/** Returns the period of a URL; `custom` when it has explicit bounds. */
export function periodOf({ period, from, to }: DashboardSearch): Period | 'custom' {
  return from !== undefined || to !== undefined ? 'custom' : (period ?? '24h')
}

/**
 * Returns the dashboard's span at `now` (Unix seconds): 24 hours or whole local days, the current one
 * included. Usage is recorded by the hour, so every span starts with a full hour.
 */
export function spanOf(search: DashboardSearch, now: number): Span {
  const period = periodOf(search)
  if (period === '24h') return { start: floorHour(now) - 23 * HOUR, end: now }
  if (period !== 'custom') return { start: addDays(startOf(now, 'day'), 1 - DAYS[period]), end: now }
  const end = search.to ?? now
  return { start: floorHour(search.from ?? end - 24 * HOUR), end: Math.max(end, search.from ?? 0) }
}

/** Returns the preceding span for comparison: one period earlier, up to the same point of it. */
export function spanBefore(search: DashboardSearch, { start, end }: Span): Span {
  const period = periodOf(search)
  if (period === '24h') return { start: start - 24 * HOUR, end: end - 24 * HOUR }
  if (period !== 'custom') return { start: addDays(start, -DAYS[period]), end: addDays(end, -DAYS[period]) }
  return { start: start - (end - start) - 1, end: start - 1 }
}

/** Returns the chosen step of the bars, or else one that gives 7 to 60 bars. */
export function stepOf(search: DashboardSearch, { start, end }: Span): Step {
  if (search.step) return search.step
  const period = periodOf(search)
  if (period !== 'custom') return DEFAULT_STEP[period]
  const days = (end - start) / (24 * HOUR)
  return days <= 2.5 ? 'hour' : days <= 60 ? 'day' : 'week'
}

/**
 * Returns the start of the hour, local day or local week (from Monday) that contains a time, in Unix seconds.
 */
export function startOf(seconds: number, step: Step): number {
  if (step === 'hour') return floorHour(seconds)
  const date = new Date(seconds * 1000)
  date.setHours(0, 0, 0, 0)
  if (step === 'week') date.setDate(date.getDate() - ((date.getDay() + 6) % 7))
  return date.getTime() / 1000
}

/** Returns the start of the step after the one at `start`. Local days may have 23 or 25 hours. */
export function nextStart(start: number, step: Step): number {
  return step === 'hour' ? start + HOUR : addDays(start, step === 'day' ? 1 : 7)
}

const floorHour = (seconds: number) => seconds - (seconds % HOUR)

function addDays(seconds: number, days: number): number {
  const date = new Date(seconds * 1000)
  date.setDate(date.getDate() + days)
  return date.getTime() / 1000
}
