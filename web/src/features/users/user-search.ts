import { isKeyLike } from '#web/features/channels/queries/channel-search.ts'
import { isTokenKey } from '#web/features/tokens/token-search.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { text } from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

export const SORTS = ['id', 'username', 'quota', 'used_quota', 'request_count'] as const

/** The search parameters of the user list's URL. A pasted key is kept out of it. */
export const userList = {
  filters: { keyword: text({ secret: isAnyKey }), group: text() },
  sorts: SORTS,
} satisfies ListSpec

export type UserListState = ListState<(typeof userList)['filters']>

/** Returns whether a search text contains a possible token or channel key; e-mail addresses are excluded. */
export function isAnyKey(text: string): boolean {
  return isTokenKey(text) || text.split(/\s+/).some((word) => isKeyLike(word) && !E_MAIL.test(word))
}

const E_MAIL = /^[\w.+-]+@[\w.-]+$/
