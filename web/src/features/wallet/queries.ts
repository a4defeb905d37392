import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ownUsageData } from '#contract/api/statistics.ts'
import { listOwnOrders, type Order, topUpAmount, walletHistory } from '#contract/api/topup.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import type { ListState } from '#web/ui/table/list-search.ts'
import { callPayment } from './payment-call.ts'
import type { OrderListState } from './wallet-search.ts'

const KEY = ['wallet'] as const
/** How often an order that is not paid yet is looked at, in milliseconds: the payer waits, and the tab is in sight. */
const POLL_MS = 2500

/** One page of what came into the wallet and went out of it. */
export const historyQuery = ({ page, size }: Pick<ListState, 'page' | 'size'>) =>
  queryOptions({
    queryKey: [...KEY, 'history', { page, size }],
    queryFn: async ({ signal }) => {
      const { items, total } = await call(walletHistory, { query: { p: page, page_size: size } }, signal)
      return { data: items, total }
    },
    placeholderData: keepPreviousData,
  })

/** How far back the usual model and its cost are looked for, in seconds: a week. */
const USUAL_SECONDS = 604_800

/** Own usage of late, by hour and model. */
export const recentUsageQuery = queryOptions({
  queryKey: [...KEY, 'usage'],
  queryFn: ({ signal }) => {
    const end = Math.floor(Date.now() / 1000)
    return call(ownUsageData, { query: { start_timestamp: end - USUAL_SECONDS, end_timestamp: end } }, signal)
  },
})

/** One page of the own orders. */
export const ordersQuery = ({ page, size, filters: { status } }: OrderListState) =>
  queryOptions({
    queryKey: [...KEY, 'orders', { page, size, status }],
    queryFn: async ({ signal }) => {
      const { items, total } = await call(listOwnOrders, { query: { p: page, page_size: size, status } }, signal)
      return { data: items, total }
    },
    placeholderData: keepPreviousData,
  })

/** An own order by its number, looked at again until it is paid or has ended; null when there is none. */
export const orderQuery = (tradeNo: string) =>
  queryOptions({
    queryKey: [...KEY, 'order', tradeNo],
    queryFn: async ({ signal }): Promise<Order | null> => {
      const { items } = await call(listOwnOrders, { query: { trade_no: tradeNo } }, signal)
      return items[0] ?? null
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isOpen(state.data) ? POLL_MS : false),
  })

const isOpen = (order: Order | null | undefined) => order?.status === ORDER_STATUS.pending

/** What an amount costs now, as text with two decimals. A price is never taken from an earlier time. */
export const priceQuery = (amount: number) =>
  queryOptions({
    queryKey: [...KEY, 'price', amount],
    queryFn: async ({ signal }) => (await callPayment(topUpAmount, { body: { amount } }, signal)).data,
    staleTime: 0,
    gcTime: 0,
  })

/** Asks again for balance and lists: money has come in, or an order was made. */
export const refreshWallet = (client: QueryClient) =>
  Promise.all(
    [selfQuery.queryKey, [...KEY, 'history'], [...KEY, 'orders']].map((queryKey) => refresh(client, { queryKey })),
  )
