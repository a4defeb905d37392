import { integer, text } from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** The search parameters of the page of calls in progress. */
const FILTERS = {
  /** The id of a user, or the name. */
  user: text(),
  token: integer({ min: 0 }),
  model: text(),
}
export type LiveSearch = { [K in keyof typeof FILTERS]?: ReturnType<(typeof FILTERS)[K]['parse']> }

/** Parses the search part of the URL; invalid values become undefined. */
export function parseLiveSearch(raw: Record<string, unknown>): LiveSearch {
  return Object.fromEntries(
    Object.entries(FILTERS).map(([name, filter]) => [
      name,
      raw[name] === undefined ? undefined : filter.parse(raw[name]),
    ]),
  )
}
