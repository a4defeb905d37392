import { RANGES } from '#web/features/logs/log-search.ts'
import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

/** What the URL of the list of orders may say. Times are Unix seconds. */
export const orderList = {
  filters: {
    status: oneOf(['pending', 'success', 'expired', 'refunded']),
    username: text(),
    trade_no: text(),
    gateway: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: [],
} satisfies ListSpec

export type OrderListState = ListState<(typeof orderList)['filters']>
