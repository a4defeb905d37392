import { isKeyLike } from '#web/features/channels/channel-search.ts'
import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

export const SORTS = ['id', 'username', 'quota', 'used_quota', 'request_count'] as const

/** What the URL of the user list may say. A pasted key stays out of it. */
export const userList = {
  filters: { keyword: text({ secret: isAnyKey }), group: text() },
  sorts: SORTS,
} satisfies ListSpec

export type UserListState = ListState<(typeof userList)['filters']>

/** Whether a searched text has what may be the key of a token or of a channel in it; an e-mail address is none. */
export function isAnyKey(text: string): boolean {
  return isTokenKey(text) || text.split(/\s+/).some((word) => isKeyLike(word) && !E_MAIL.test(word))
}

const E_MAIL = /^[\w.+-]+@[\w.-]+$/
