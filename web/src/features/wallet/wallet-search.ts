import { ORDER_STATUS, type OrderStatus } from '#contract/statuses.ts'
import {
  type ListSearch,
  type ListSpec,
  type ListState,
  oneOf,
  parseListSearch,
  text,
} from '#web/ui/table/search/list-search.ts'

// The router imports this before any page is open: every import here is downloaded on every page.

const STATUSES = Object.values(ORDER_STATUS) as OrderStatus[]

/** The search parameters of the list of the user's orders. */
export const orderList = { filters: { status: oneOf(STATUSES) }, sorts: [], opens: true } satisfies ListSpec
export type OrderListState = ListState<(typeof orderList)['filters']>

/** The wallet history has no filters, and is sorted by time only. */
export const historyList = { filters: {}, sorts: [] } satisfies ListSpec

/** Parses the search part of the wallet's URL: the list shown instead of the ways to top up, and the order whose payment is awaited. */
export function parseWalletSearch(
  raw: Record<string, unknown>,
): ListSearch<(typeof orderList)['filters']> & { view?: 'history' | 'orders'; order?: string } {
  const view = oneOf(['history', 'orders']).parse(raw.view)
  const order = text().parse(raw.order)
  return { ...parseListSearch(orderList, raw), view, order }
}
