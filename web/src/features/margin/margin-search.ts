import { type FilterValues, integer, oneOf, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

export const PERIODS = ['24h', '7d', '30d', '90d'] as const
/** As the contract defines them. */
export const BYS = ['channel', 'model', 'user', 'group', 'day'] as const
export const SORTS = ['name', 'count', 'quota', 'cost', 'margin', 'rate', 'unknown'] as const
export type By = (typeof BYS)[number]
export type Sort = (typeof SORTS)[number]

/** The search parameters of the margin page; times are Unix seconds. */
const FILTERS = {
  period: oneOf(PERIODS),
  from: integer({ min: 0 }),
  to: integer({ min: 0 }),
  by: oneOf(BYS),
  sort: oneOf(SORTS),
  order: oneOf(['asc', 'desc'] as const),
  channel: integer({ min: 1 }),
  model_name: text(),
  username: text(),
  group: text(),
  /** Bills of vendors instead of margins; `bill` is the comparison that is shown. */
  view: oneOf(['bills'] as const),
  bill: integer({ min: 1 }),
}
export type MarginSearch = FilterValues<typeof FILTERS>

export const parseMarginSearch = searchReader(FILTERS)
