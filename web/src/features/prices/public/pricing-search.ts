import {
  integer,
  type ListSearch,
  type ListSpec,
  oneOf,
  parseListSearch,
  text,
} from '#web/ui/table/search/list-search.ts'
import type { List } from '#web/ui/table/search/use-list.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

/** The search parameters of the price list's URL. */
export const pricingList = {
  filters: {
    keyword: text(),
    type: oneOf(['tokens', 'call']),
    available: oneOf(['yes', 'no']),
    /** The group whose prices are shown; absent for the user's own. */
    group: text(),
    vendor: text(),
  },
  sorts: ['name', 'input', 'output', 'cost'],
  // All rows are in the browser, so a page may be long.
  size: 100,
} satisfies ListSpec

export type PricingList = List<(typeof pricingList)['filters']>
export type PricingFilters = PricingList['state']['filters']

export interface PricingSearch extends ListSearch<(typeof pricingList)['filters']> {
  /** The model whose details are expanded. */
  model?: string
  /** Token counts of the calculator's call. */
  in?: number
  out?: number
}

const tokens = integer({ min: 0 })

/** Parses the search of the price list's URL; invalid values are dropped. */
export function parsePricingSearch(raw: Record<string, unknown>): PricingSearch {
  const more = { model: text().parse(raw.model), in: tokens.parse(raw.in), out: tokens.parse(raw.out) }
  return { ...parseListSearch(pricingList, raw), ...more }
}
