import { type ListSearch, type ListSpec, oneOf, parseListSearch, text } from '#web/ui/table/search/list-search.ts'
import type { List } from '#web/ui/table/search/use-list.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

/** The search parameters of the status page's URL. */
export const statusList = {
  filters: { keyword: text(), state: oneOf(['up', 'slow', 'down', 'quiet']) },
  sorts: [],
  size: 50,
} satisfies ListSpec

export type StatusList = List<(typeof statusList)['filters']>
export type StatusSearch = ListSearch<(typeof statusList)['filters']>

/** Parses the search of the status page's URL; invalid values are dropped. */
export const parseStatusSearch = (raw: Record<string, unknown>): StatusSearch => parseListSearch(statusList, raw)
