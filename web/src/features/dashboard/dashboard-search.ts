import { type FilterValues, integer, oneOf, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

export const PERIODS = ['24h', '7d', '30d'] as const
export const STEPS = ['hour', 'day', 'week'] as const
export const METRICS = ['quota', 'count', 'tokens', 'errors'] as const

/** The dimensions of the charts; channel and user are for administrators. */
export const BYS = ['model', 'token', 'channel', 'user'] as const

/**
 * The search parameters of the dashboard's URL. Times are Unix seconds; `username` applies to administrators
 * only.
 */
const FILTERS = {
  period: oneOf(PERIODS),
  from: integer({ min: 0 }),
  to: integer({ min: 0 }),
  step: oneOf(STEPS),
  metric: oneOf(METRICS),
  by: oneOf(BYS),
  username: text(),
}
export type DashboardSearch = FilterValues<typeof FILTERS>
export type Period = (typeof PERIODS)[number]
export type Step = (typeof STEPS)[number]
export type By = (typeof BYS)[number]
export type Metric = (typeof METRICS)[number]

export const parseDashboardSearch = searchReader(FILTERS)

/** Returns the dimensions for a scope. Users see neither channels nor users in their own usage. */
export const bysFor = (scope: 'all' | 'own') => (scope === 'all' ? BYS : BYS.slice(0, 2))
