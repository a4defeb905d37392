import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import { type ListSearch, type ListSpec, parseListSearch } from '#web/ui/table/list-search.ts'
import type { List } from '#web/ui/table/use-list.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

/** What the URL of the price list may say. */
export const pricingList = {
  filters: {
    keyword: text(),
    type: oneOf(['tokens', 'call']),
    available: oneOf(['yes', 'no']),
    /** Whose prices are shown, unless the reader's own. */
    group: text(),
    vendor: text(),
  },
  sorts: ['name', 'input', 'output', 'cost'],
  // Without paging on the server a page may be long.
  size: 100,
} satisfies ListSpec

export type PricingList = List<(typeof pricingList)['filters']>
export type PricingFilters = PricingList['state']['filters']

export interface PricingSearch extends ListSearch<(typeof pricingList)['filters']> {
  /** The model whose details are open. */
  model?: string
  /** Tokens of the call that the calculator is about. */
  in?: number
  out?: number
}

const tokens = integer({ min: 0 })

/** Reads the search of the price list's URL; what is wrong is left out. */
export function parsePricingSearch(raw: Record<string, unknown>): PricingSearch {
  const more = { model: text().parse(raw.model), in: tokens.parse(raw.in), out: tokens.parse(raw.out) }
  return { ...parseListSearch(pricingList, raw), ...more }
}
