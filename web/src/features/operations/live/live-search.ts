import { type FilterValues, integer, searchReader, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** The search parameters of the page of calls in progress. */
const FILTERS = {
  /** The id of a user, or the name. */
  user: text(),
  token: integer({ min: 0 }),
  model: text(),
}
export type LiveSearch = FilterValues<typeof FILTERS>

export const parseLiveSearch = searchReader(FILTERS)
