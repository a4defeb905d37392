import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { listOptions, listUnpricedModels, optionHistory, previewContent } from '#contract/api/options.ts'
import { getPricing } from '#contract/api/public-prices.ts'
import { listUsers } from '#contract/api/users.ts'
import { isOptionKey, type OptionKey } from '#contract/options.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import type { Texts } from './drafts.ts'

/** All options except secrets. */
export const optionsQuery = queryOptions({
  queryKey: ['options', 'all'],
  queryFn: async ({ signal }): Promise<Texts> => {
    const rows = await call(listOptions, {}, signal)
    return new Map(rows.flatMap(({ key, value }): [OptionKey, string][] => (isOptionKey(key) ? [[key, value]] : [])))
  },
  staleTime: 30_000,
})

/** The changes of an option, newest first, up to `size`. */
export const historyQuery = (key: OptionKey, size: number) =>
  queryOptions({
    queryKey: ['options', 'history', key, size],
    queryFn: ({ signal }) => callList(optionHistory, { query: { key, page_size: size } }, signal),
  })

/** The current prices, by model. */
export const pricesQuery = queryOptions({
  queryKey: ['pricing', 'by-model'],
  queryFn: async ({ signal }) => {
    const rows = await call(getPricing, {}, signal)
    return new Map(rows.map((row) => [row.model_name, row]))
  },
})

/** Models of enabled channels that have no price. */
export const unpricedQuery = queryOptions({
  queryKey: ['options', 'unpriced'],
  queryFn: ({ signal }) => call(listUnpricedModels, {}, signal),
})

/** Number of users checked for a lockout, oldest accounts first. */
const LOGIN_USERS = 500
const PAGE = 100

/** The oldest accounts with their login methods, and the total number of accounts. */
export const loginUsersQuery = queryOptions({
  queryKey: ['options', 'login-users'],
  queryFn: async ({ signal }) => {
    const pageAt = (p: number) =>
      callList(listUsers, { query: { p, page_size: PAGE, sort: 'id', order: 'asc' } }, signal)
    const first = await pageAt(0)
    const pages = Math.ceil(Math.min(first.total, LOGIN_USERS) / PAGE)
    const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => pageAt(index + 1)))
    const users = [first, ...rest].flatMap(({ data }) => data)
    return { users, total: Math.max(first.total, users.length) }
  },
})

/** The preview of a site text as HTML that is not sanitised yet. */
export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['options', 'preview', text],
    queryFn: ({ signal }) => call(previewContent, { body: { text } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })

/**
 * Invalidates all queries after options were saved, undone or reset, since any of them may depend on options.
 * Histories are refetched only for the changed options. Callers need not wait.
 */
export function refreshAfter(client: QueryClient, changed: readonly OptionKey[]): void {
  const isHistory = (queryKey: readonly unknown[]) => queryKey[0] === 'options' && queryKey[1] === 'history'
  const concerns = (queryKey: readonly unknown[]) => !isHistory(queryKey) || changed.some((key) => key === queryKey[2])
  void refresh(client, { predicate: ({ queryKey }) => concerns(queryKey) })
}
