import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { RANGES } from '#web/features/logs/rows/log-search.ts'
import type { ListSpec, ListState } from '#web/ui/table/search/list-search.ts'
import { integer, oneOf, text } from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

const STATUSES = Object.values(ORDER_STATUS) as OrderStatus[]

/** The search parameters of the order list's URL. Times are Unix seconds. */
export const orderList = {
  filters: {
    status: oneOf(STATUSES),
    username: text(),
    trade_no: text(),
    gateway: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: [],
  opens: true,
} satisfies ListSpec

export type OrderListState = ListState<(typeof orderList)['filters']>
