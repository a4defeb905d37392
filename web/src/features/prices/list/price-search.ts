import { type FilterValues, oneOf, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** Which models the table of prices shows. */
export const SHOWN = ['all', 'unpriced', 'own', 'listed', 'changed'] as const
export type Shown = (typeof SHOWN)[number]

/**
 * The search parameters of the table of prices; `group` is the one whose result is shown, `model` the one whose
 * further prices and rules are open.
 */
const FILTERS = { keyword: text(), shown: oneOf(SHOWN), group: text(), model: text() }
export type PriceSearch = FilterValues<typeof FILTERS>

export const parsePriceSearch = searchReader(FILTERS)
