import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ownUsageData } from '#contract/api/statistics.ts'
import { listOwnOrders, type Order, topUpAmount, walletHistory } from '#contract/api/topup.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call } from '#web/lib/api.ts'
import { selfQuery } from '#web/lib/session.ts'
import type { ListState } from '#web/ui/table/search/list-search.ts'
import type { NamedAmount } from './amounts.ts'
import { callPayment } from './payment-call.ts'
import type { OrderListState } from './wallet-search.ts'

const KEY = ['wallet'] as const
/** Polling interval of an unpaid order in milliseconds: the payer is waiting, and the tab is visible. */
const POLL_MS = 2500

/** One page of the wallet history. */
export const historyQuery = ({ page, size }: Pick<ListState, 'page' | 'size'>) =>
  queryOptions({
    queryKey: [...KEY, 'history', { page, size }],
    queryFn: async ({ signal }) => {
      const { items, total } = await call(walletHistory, { query: { p: page, page_size: size } }, signal)
      return { data: items, total }
    },
    placeholderData: keepPreviousData,
  })

/** Period for finding the most used model and its cost, in seconds: a week. */
const USUAL_SECONDS = 604_800

/** The user's recent usage, by hour and model. */
export const recentUsageQuery = queryOptions({
  queryKey: [...KEY, 'usage'],
  queryFn: ({ signal }) => {
    const end = Math.floor(Date.now() / 1000)
    return call(ownUsageData, { query: { start_timestamp: end - USUAL_SECONDS, end_timestamp: end } }, signal)
  },
})

/** One page of the user's orders. */
export const ordersQuery = ({ page, size, filters: { status } }: OrderListState) =>
  queryOptions({
    queryKey: [...KEY, 'orders', { page, size, status }],
    queryFn: async ({ signal }) => {
      const { items, total } = await call(listOwnOrders, { query: { p: page, page_size: size, status } }, signal)
      return { data: items, total }
    },
    placeholderData: keepPreviousData,
  })

/** One of the user's orders by its number, polled until it is paid or has ended; null when it does not exist. */
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

/** The current price of an amount by a method, as text with two decimals. Never served from an older cache. */
export const priceQuery = (amount: NamedAmount, method: string) =>
  queryOptions({
    queryKey: [...KEY, 'price', amount, method],
    queryFn: async ({ signal }) =>
      (await callPayment(topUpAmount, { body: { ...amount, payment_method: method } }, signal)).data,
    staleTime: 0,
    gcTime: 0,
  })

/** Refetches the balance and the lists: money was received, or an order was created. */
export const refreshWallet = (client: QueryClient) =>
  Promise.all(
    [selfQuery.queryKey, [...KEY, 'history'], [...KEY, 'orders']].map((queryKey) => refresh(client, { queryKey })),
  )
