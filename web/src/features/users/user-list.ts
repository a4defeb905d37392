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
    // The spec lets no other column through.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const { keyword, group } = filters
  if (keyword && isTokenKey(keyword)) return callList(findUsers, { body: { token: keyword, group } }, signal)
  if (!keyword && !group) return callList(listUsers, { query }, signal)
  return callList(findUsers, { query, body: { keyword, group } }, signal)
}

/** One page of all users, deleted ones included. */
export const usersQuery = (state: UserListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, state],
    queryFn: ({ signal }) => fetchUsers(state, signal),
    placeholderData: keepPreviousData,
  })

/** Every user who matches the filters, in the list's order. */
export const fetchAllUsers = (state: UserListState) =>
  fetchAllPages((page) => fetchUsers({ ...state, page, size: MAX_PAGE_SIZE }))

const oneKey = (id: number) => ['users', 'one', id] as const

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getUser, { params: { id } }, signal),
    // Just long enough to start before the drawer is there: a form must not start from what was seen a while ago.
    staleTime: 5000,
    gcTime: 5000,
  })

/** Changes a user wherever it is shown, without asking the server; what the reader's own page head says is read anew. */
export function patchUser(client: QueryClient, id: number, patch: Partial<User>) {
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)
  if (getStored('user')?.id === id) void refresh(client, { queryKey: selfQuery.queryKey })
}

/** Asks the server for the lists again: rows came, or are not what they seemed. */
export const refreshUsers = (client: QueryClient) => refresh(client, { queryKey: LIST_KEY })
