import { type FilterValues, oneOf, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

export const PERIODS = ['1h', '24h', '7d', '30d'] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_SECONDS: Record<Period, number> = { '1h': 3600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 }

export const SHOWN = ['all', 'failing'] as const

/** The search parameters of the health board. */
const FILTERS = { period: oneOf(PERIODS), keyword: text(), shown: oneOf(SHOWN) }
export type HealthSearch = FilterValues<typeof FILTERS>

export const parseHealthSearch = searchReader(FILTERS)
