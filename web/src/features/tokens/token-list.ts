import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { selfGroups, selfModels } from '#contract/api/session.ts'
import { getToken, listTokens, searchTokens, type Token } from '#contract/api/tokens.ts'
import { call, callList } from '#web/lib/api.ts'
import { text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'

/** What the URL of the token list may say. A pasted key stays out of it. */
export const tokenList = {
  filters: { keyword: text(), key: text({ secret: true }) },
  sorts: ['name', 'status', 'used_quota', 'remain_quota', 'created_time', 'expired_time'],
} satisfies ListSpec

type TokenListState = ListState<(typeof tokenList)['filters']>
type Sort = 'name' | 'status' | 'used_quota' | 'remain_quota' | 'created_time' | 'expired_time'

const LIST_KEY = ['tokens', 'list'] as const

function fetchTokens({ page, size, sort, filters }: TokenListState, signal?: AbortSignal) {
  const query = {
    p: page - 1,
    size,
    // The spec lets no other column through.
    sort: sort?.id as Sort | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const { keyword, key } = filters
  if (!keyword && !key) return callList(listTokens, { query }, signal)
  return callList(searchTokens, { query: { ...query, keyword, token: key } }, signal)
}

/** One page of the user's tokens. */
export const tokensQuery = (state: TokenListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, state],
    queryFn: ({ signal }) => fetchTokens(state, signal),
    placeholderData: keepPreviousData,
  })

/** Every token that matches the filters, in the list's order. */
export async function fetchAllTokens(state: TokenListState): Promise<Token[]> {
  const all: Token[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await fetchTokens({ ...state, page, size: MAX_PAGE_SIZE })
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

export const tokenQuery = (id: number) =>
  queryOptions({ queryKey: ['tokens', 'one', id], queryFn: ({ signal }) => call(getToken, { params: { id } }, signal) })

export const modelsQuery = queryOptions({
  queryKey: ['self', 'models'],
  queryFn: ({ signal }) => call(selfModels, {}, signal),
  staleTime: 60_000,
})

export const groupsQuery = queryOptions({
  queryKey: ['self', 'groups'],
  queryFn: ({ signal }) => call(selfGroups, {}, signal),
  staleTime: 60_000,
})

/** Changes a token wherever it is shown, without asking the server. */
export function patchToken(client: QueryClient, id: number, patch: Partial<Token>) {
  const change = (token: Token) => (token.id === id ? { ...token, ...patch } : token)
  client.setQueriesData<{ data: Token[]; total: number }>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, data: page.data.map(change) },
  )
  client.setQueryData<Token>(['tokens', 'one', id], (token) => token && change(token))
}

/** Asks the server for the lists again: rows came or went. */
export const refreshTokens = (client: QueryClient) => client.invalidateQueries({ queryKey: LIST_KEY })
