import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

export const SORTS = ['id', 'name', 'status', 'quota', 'created_time', 'redeemed_time'] as const

/** The statuses in the filter, in display order. */
export const STATUSES = [REDEMPTION_STATUS.unused, REDEMPTION_STATUS.disabled, REDEMPTION_STATUS.used] as const

/** Maximum length of a name; every code is longer. */
const NAME_MAX = 20

/** The search parameters of the list's URL. A code, or most of one, is kept out of it. */
export const redemptionList = {
  filters: { keyword: text({ secret: (word) => word.length > NAME_MAX }), status: oneOf(STATUSES) },
  sorts: SORTS,
} satisfies ListSpec

export type RedemptionListState = ListState<(typeof redemptionList)['filters']>
