import type { DashboardSearch, Metric } from '../dashboard/dashboard-search.ts'
import type { LogFilters } from './log-search.ts'
import { rangeOf, windowOf } from './time-range.ts'

/** The dashboard of a filter, as far as it knows what the log knows: a time, and one user. `now`: Unix seconds. */
export function dashboardOf(filters: LogFilters, metric: Metric, now: number): DashboardSearch {
  const about = { username: filters.username, metric: metric === 'quota' ? undefined : metric }
  const range = rangeOf(filters)
  if (range === '24h') return about
  if (range === '7d' || range === '30d') return { ...about, period: range }
  const { start, end } = windowOf(filters, now)
  // It is about a month at most.
  if (start === undefined) return { ...about, period: '30d' }
  return { ...about, from: start, to: Math.min(end ?? now, Math.max(now, start)) }
}
