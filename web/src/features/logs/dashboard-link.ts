import type { DashboardSearch, Metric } from '../dashboard/dashboard-search.ts'
import type { LogFilters } from './rows/log-search.ts'
import { rangeOf, windowOf } from './rows/time-range.ts'

/**
 * Returns the dashboard's search for a log filter, as far as it has the same filters: time and user. `now`:
 * Unix seconds.
 */
export function dashboardOf(filters: LogFilters, metric: Metric, now: number): DashboardSearch {
  const about = { username: filters.username, metric: metric === 'quota' ? undefined : metric }
  const range = rangeOf(filters)
  if (range === '24h') return about
  if (range === '7d' || range === '30d') return { ...about, period: range }
  const { start, end } = windowOf(filters, now)
  // The dashboard covers at most a month.
  if (start === undefined) return { ...about, period: '30d' }
  return { ...about, from: start, to: Math.min(end ?? now, Math.max(now, start)) }
}
