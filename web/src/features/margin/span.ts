import type { MarginSearch } from './margin-search.ts'

const HOUR = 3600
const DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const

/** A time span in Unix seconds, both ends inclusive. */
export interface Span {
  start: number
  end: number
}

export const periodOf = ({ period, from, to }: MarginSearch) =>
  from !== undefined || to !== undefined ? ('custom' as const) : (period ?? '30d')

/**
 * Returns the span of a search at `now`: 24 hours, or whole local days with the present one. Sums are kept by the hour,
 * so every span starts with a full hour.
 */
export function spanOf(search: MarginSearch, now: number): Span {
  const period = periodOf(search)
  const hour = (time: number) => time - (time % HOUR)
  if (period === '24h') return { start: hour(now) - 23 * HOUR, end: now }
  if (period !== 'custom') return { start: midnightBefore(now, DAYS[period] - 1), end: now }
  const end = search.to ?? now
  return { start: hour(search.from ?? end - 30 * 24 * HOUR), end: Math.max(end, search.from ?? 0) }
}

/** The start of the local day that is `days` before a time. */
export function midnightBefore(seconds: number, days: number): number {
  const date = new Date(seconds * 1000)
  date.setHours(0, 0, 0, 0)
  date.setDate(date.getDate() - days)
  return date.getTime() / 1000
}
