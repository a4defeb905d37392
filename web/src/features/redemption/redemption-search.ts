import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { oneOf, text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

export const SORTS = ['id', 'name', 'status', 'quota', 'created_time', 'redeemed_time'] as const

/** The statuses one can filter by, in the order they are offered. */
export const STATUSES = [REDEMPTION_STATUS.unused, REDEMPTION_STATUS.disabled, REDEMPTION_STATUS.used] as const

/** The longest name, which no code is as short as. */
const NAME_MAX = 20

/** What the URL of the list may say. A code, or the greater part of one, stays out of it. */
export const redemptionList = {
  filters: { keyword: text({ secret: (word) => word.length > NAME_MAX }), status: oneOf(STATUSES) },
  sorts: SORTS,
} satisfies ListSpec

export type RedemptionListState = ListState<(typeof redemptionList)['filters']>
