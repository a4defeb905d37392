import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { listOrders, sumOrders } from '#contract/api/topup.ts'
import { getUser } from '#contract/api/users.ts'
import { windowOf } from '#web/features/logs/rows/time-range.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import type { OrderListState } from './order-search.ts'

const KEY = ['orders'] as const

function queryOf({ range, from, to, ...filters }: OrderListState['filters']) {
  const { start, end } = windowOf({ range, from, to, initial: 'all' }, Math.floor(Date.now() / 1000))
  return { ...filters, start_timestamp: start, end_timestamp: end }
}

/** One page of all users' orders, newest first. */
export const ordersQuery = ({ page, size, filters }: OrderListState) =>
  queryOptions({
    queryKey: [...KEY, 'list', { page, size, filters }],
    queryFn: async ({ signal }) => {
      const query = { ...queryOf(filters), p: page, page_size: size }
      const { items, total } = await call(listOrders, { query }, signal)
      return { data: items, total }
    },
    placeholderData: keepPreviousData,
    staleTime: 1000,
  })

/** Totals of the matching orders, by status and currency. */
export const sumsQuery = ({ filters }: Pick<OrderListState, 'filters'>) =>
  endpointQuery(
    [...KEY, 'sums', filters],
    sumOrders,
    { query: queryOf(filters) },
    { placeholderData: keepPreviousData, staleTime: 1000 },
  )

/** The user of an order, with the current balance. */
export const payerQuery = (id: number) =>
  endpointQuery([...KEY, 'payer', id], getUser, { params: { id } }, { staleTime: 0, gcTime: 0 })

/** Refetches all order queries and the balances that orders change. */
export const refreshOrders = (client: QueryClient) =>
  Promise.all([
    refresh(client, { queryKey: KEY }),
    refresh(client, { queryKey: ['users'] }),
    refresh(client, { queryKey: ['wallet'] }),
  ])
