import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { text } from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

export const SORTS = ['name', 'status', 'used_quota', 'remain_quota', 'created_time', 'expired_time'] as const

/** The search parameters of the token list's URL. A pasted key is kept out of it, in either field. */
export const tokenList = {
  filters: { keyword: text({ secret: isTokenKey }), key: text({ secret: true }), tag: text() },
  sorts: SORTS,
} satisfies ListSpec

export type TokenListState = ListState<(typeof tokenList)['filters']>

/** Returns whether a search text is a token key, as `sk-…` or as in a request header. */
export function isTokenKey(text: string): boolean {
  return /^(?:bearer\s+)?(?:sk-\S{8,}|[0-9a-z]{48})$/i.test(text)
}
