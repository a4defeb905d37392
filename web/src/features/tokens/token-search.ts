import { text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

export const SORTS = ['name', 'status', 'used_quota', 'remain_quota', 'created_time', 'expired_time'] as const

/** What the URL of the token list may say. A pasted key stays out of it, in whichever box. */
export const tokenList = {
  filters: { keyword: text({ secret: isTokenKey }), key: text({ secret: true }) },
  sorts: SORTS,
} satisfies ListSpec

export type TokenListState = ListState<(typeof tokenList)['filters']>

/** Whether a searched text is the key of a token, as `sk-…` or as it stands in a request. */
export function isTokenKey(text: string): boolean {
  return /^(?:bearer\s+)?(?:sk-\S{8,}|[0-9a-z]{48})$/i.test(text)
}
