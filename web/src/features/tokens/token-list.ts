import { queryOptions } from '@tanstack/react-query'
import { selfGroups, selfModels } from '#contract/api/session.ts'
import { findTokens, getToken, listTokens, listTokenTags } from '#contract/api/tokens.ts'
import { call, callList } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { orderOf, recordQueries } from '#web/lib/records.ts'
import type { SORTS, TokenListState } from './token-search.ts'

function fetchTokens({ page, size, sort, filters }: TokenListState, signal?: AbortSignal) {
  const query = { p: page - 1, size, ...orderOf<(typeof SORTS)[number]>(sort) }
  const { keyword, key, tag } = filters
  if (!keyword && !key && !tag) return callList(listTokens, { query }, signal)
  return callList(findTokens, { query, body: { keyword, token: key, tag } }, signal)
}

/** The queries of the user's tokens. */
export const tokenQueries = recordQueries('tokens', fetchTokens, (id, signal) =>
  call(getToken, { params: { id } }, signal),
)
export const { page: tokensQuery, one: tokenQuery, patch: patchToken, refresh: refreshTokens } = tokenQueries

/** The newest tokens. */
export const newestTokensQuery = queryOptions({
  queryKey: ['tokens', 'list', 'newest'],
  queryFn: ({ signal }) => callList(listTokens, { query: { size: 20 } }, signal),
})

/** The newest token; null = none. */
export const newestTokenQuery = queryOptions({
  ...newestTokensQuery,
  select: ({ data }) => data[0] ?? null,
})

export const modelsQuery = endpointQuery(['self', 'models'], selfModels, {}, { staleTime: 60_000 })

/** The tags of all of the user's tokens. */
export const tagsQuery = endpointQuery(['tokens', 'tags'], listTokenTags, {}, { staleTime: 5000 })

export const groupsQuery = endpointQuery(['self', 'groups'], selfGroups, {}, { staleTime: 60_000 })
