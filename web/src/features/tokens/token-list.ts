import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { selfGroups, selfModels } from '#contract/api/session.ts'
import { findTokens, getToken, listTokens, listTokenTags, type Token } from '#contract/api/tokens.ts'
import { hold, refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages, patchRecord } from '#web/lib/records.ts'
import type { SORTS, TokenListState } from './token-search.ts'

const LIST_KEY = ['tokens', 'list'] as const

function fetchTokens({ page, size, sort, filters }: TokenListState, signal?: AbortSignal) {
  const query = {
    p: page - 1,
    size,
    // The list spec allows no other column.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const { keyword, key, tag } = filters
  if (!keyword && !key && !tag) return callList(listTokens, { query }, signal)
  return callList(findTokens, { query, body: { keyword, token: key, tag } }, signal)
}

/** One page of the user's tokens. */
export const tokensQuery = (state: TokenListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, state],
    queryFn: ({ signal }) => fetchTokens(state, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches every token that matches the filters, in list order. */
export const fetchAllTokens = (state: TokenListState) =>
  fetchAllPages((page) => fetchTokens({ ...state, page, size: MAX_PAGE_SIZE }))

/** The newest token; null = none. */
export const newestTokenQuery = queryOptions({
  queryKey: [...LIST_KEY, 'newest'],
  queryFn: ({ signal }) => callList(listTokens, { query: { size: 1 } }, signal),
  select: ({ data }) => data[0] ?? null,
})

const oneKey = (id: number) => ['tokens', 'one', id] as const

export const tokenQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getToken, { params: { id } }, signal),
    // Just long enough to prefetch before the drawer opens: a form must not start from stale data.
    staleTime: 5000,
    gcTime: 5000,
  })

export const modelsQuery = queryOptions({
  queryKey: ['self', 'models'],
  queryFn: ({ signal }) => call(selfModels, {}, signal),
  staleTime: 60_000,
})

/** The tags of all of the user's tokens. */
export const tagsQuery = queryOptions({
  queryKey: ['tokens', 'tags'],
  queryFn: ({ signal }) => call(listTokenTags, {}, signal),
  staleTime: 5000,
})

export const groupsQuery = queryOptions({
  queryKey: ['self', 'groups'],
  queryFn: ({ signal }) => call(selfGroups, {}, signal),
  staleTime: 60_000,
})

/** Updates a token in all caches, without a request. */
export const patchToken = (client: QueryClient, id: number, patch: Partial<Token>) =>
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)

/** Holds back list responses until the returned function is called: the rows show an unsaved change. */
export const holdTokens = (client: QueryClient) => hold(client, LIST_KEY)

/** Refetches the lists after rows were added or removed. */
export const refreshTokens = (client: QueryClient) => refresh(client, { queryKey: LIST_KEY })
