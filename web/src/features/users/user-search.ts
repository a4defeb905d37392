import { text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

export const SORTS = ['id', 'username', 'quota', 'used_quota', 'request_count'] as const

/** What the URL of the user list may say. */
export const userList = {
  filters: { keyword: text(), group: text() },
  sorts: SORTS,
} satisfies ListSpec

export type UserListState = ListState<(typeof userList)['filters']>
