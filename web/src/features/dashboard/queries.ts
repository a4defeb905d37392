import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ownUsageData, type UsageRow, usageData } from '#contract/api/statistics.ts'
import { call } from '#web/lib/api.ts'
import { type By, bysFor, type DashboardSearch } from './dashboard-search.ts'
import { type Span, spanBefore, spanOf } from './period.ts'

/** Whose usage: all users' for administrators, one's own otherwise. */
export type Scope = 'all' | 'own'

/** Hourly usage of a period and of the one before it. */
export interface Usage {
  by: By
  span: Span
  rows: UsageRow[]
  before: UsageRow[]
}

/** Fetches usage of the URL's period. A period that ends now advances with every fetch. */
export const usageQuery = (scope: Scope, { step: _step, metric: _metric, by: asked, ...search }: DashboardSearch) => {
  const by = bysFor(scope).find((known) => known === asked) ?? 'model'
  return queryOptions({
    queryKey: ['usage', scope, by, search],
    queryFn: async ({ signal }): Promise<Usage> => {
      const span = spanOf(search, Math.floor(Date.now() / 1000))
      const ask = ({ start, end }: Span, told: By) => {
        const query = { start_timestamp: start, end_timestamp: end }
        return scope === 'all'
          ? call(usageData, { query: { ...query, username: search.username, by: told } }, signal)
          : call(ownUsageData, { query: { ...query, by: told === 'token' ? told : undefined } }, signal)
      }
      const [rows, before] = await Promise.all([ask(span, by), ask(spanBefore(search, span), 'model')])
      return { by, span, rows, before }
    },
    placeholderData: keepPreviousData,
  })
}
