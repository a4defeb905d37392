import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { findUsers, getUser, listUsers, type User } from '#contract/api/users.ts'
import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages, patchRecord } from '#web/lib/records.ts'
import { selfQuery } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import type { SORTS, UserListState } from './user-search.ts'

const LIST_KEY = ['users', 'list'] as const

function fetchUsers({ page, size, sort, filters }: UserListState, signal?: AbortSignal) {
  const query = {
    p: page - 1,
    page_size: size,
    // The list spec allows no other column.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const { keyword, group } = filters
  if (keyword && isTokenKey(keyword)) return callList(findUsers, { body: { token: keyword, group } }, signal)
  if (!keyword && !group) return callList(listUsers, { query }, signal)
  return callList(findUsers, { query, body: { keyword, group } }, signal)
}

/** One page of all users, including deleted ones. */
export const usersQuery = (state: UserListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, state],
    queryFn: ({ signal }) => fetchUsers(state, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches every user that matches the filters, in list order. */
export const fetchAllUsers = (state: UserListState) =>
  fetchAllPages((page) => fetchUsers({ ...state, page, size: MAX_PAGE_SIZE }))

const oneKey = (id: number) => ['users', 'one', id] as const

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getUser, { params: { id } }, signal),
    // Just long enough to prefetch before the drawer opens: a form must not start from stale data.
    staleTime: 5000,
    gcTime: 5000,
  })

/** Updates a user in all caches, without a request; if it is the current user, `self` is refetched. */
export function patchUser(client: QueryClient, id: number, patch: Partial<User>) {
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)
  if (getStored('user')?.id === id) void refresh(client, { queryKey: selfQuery.queryKey })
}

/** Refetches the lists after rows were added or turned out to be outdated. */
export const refreshUsers = (client: QueryClient) => refresh(client, { queryKey: LIST_KEY })
