import { integer, oneOf, text } from '#web/ui/table/filters.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

export const PERIODS = ['24h', '7d', '30d'] as const
export const STEPS = ['hour', 'day', 'week'] as const
export const METRICS = ['quota', 'count', 'tokens', 'errors'] as const

/** What the charts tell apart; channels and users are for administrators. */
export const BYS = ['model', 'token', 'channel', 'user'] as const

/** What the URL of the dashboard may say. Times are Unix seconds; `username` counts for administrators only. */
const FILTERS = {
  period: oneOf(PERIODS),
  from: integer({ min: 0 }),
  to: integer({ min: 0 }),
  step: oneOf(STEPS),
  metric: oneOf(METRICS),
  by: oneOf(BYS),
  username: text(),
}
export type DashboardSearch = {
  [K in keyof typeof FILTERS]?: ReturnType<(typeof FILTERS)[K]['parse']>
}
export type Period = (typeof PERIODS)[number]
export type Step = (typeof STEPS)[number]
export type By = (typeof BYS)[number]
export type Metric = (typeof METRICS)[number]

/** The search part of the dashboard's URL: everything optional, wrong values undefined (see `readSearch`). */
export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  return Object.fromEntries(
    Object.entries(FILTERS).map(([name, filter]) => [
      name,
      raw[name] === undefined ? undefined : filter.parse(raw[name]),
    ]),
  )
}

/** What is told apart for somebody: others see of their own usage neither channels nor users. */
export const bysFor = (scope: 'all' | 'own') => (scope === 'all' ? BYS : BYS.slice(0, 2))
