import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import { oneOf, text } from '#web/ui/table/filters.ts'
import { type ListSearch, type ListSpec, type ListState, parseListSearch } from '#web/ui/table/list-search.ts'

// Read by the router before any page is there: what is imported here is downloaded by every page.

const STATUSES = Object.values(ORDER_STATUS) as OrderStatus[]

/** What the URL may say of the list of own orders. */
export const orderList = { filters: { status: oneOf(STATUSES) }, sorts: [] } satisfies ListSpec
export type OrderListState = ListState<(typeof orderList)['filters']>

/** The wallet's history has neither filters nor another order than by time. */
export const historyList = { filters: {}, sorts: [] } satisfies ListSpec

/** The search part of the wallet's URL: which list is shown, and the order whose payment is waited for. */
export function parseWalletSearch(
  raw: Record<string, unknown>,
): ListSearch<(typeof orderList)['filters']> & { view?: 'orders'; order?: string } {
  const view = oneOf(['orders']).parse(raw.view)
  const order = text().parse(raw.order)
  return { ...parseListSearch(orderList, raw), view, order }
}
