import type { QueryClient } from '@tanstack/react-query'
import { findUsers, getUser, listUsers, type User } from '#contract/api/users.ts'
import { isTokenKey } from '#web/features/tokens/token-search.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { orderOf, recordQueries } from '#web/lib/records.ts'
import { selfQuery } from '#web/lib/session.ts'
import { getStored } from '#web/lib/storage.ts'
import type { SORTS, UserListState } from './user-search.ts'

function fetchUsers({ page, size, sort, filters }: UserListState, signal?: AbortSignal) {
  const query = { p: page - 1, page_size: size, ...orderOf<(typeof SORTS)[number]>(sort) }
  const { keyword, group } = filters
  if (keyword && isTokenKey(keyword)) return callList(findUsers, { body: { token: keyword, group } }, signal)
  if (!keyword && !group) return callList(listUsers, { query }, signal)
  return callList(findUsers, { query, body: { keyword, group } }, signal)
}

/** The queries of all users, including deleted ones. */
export const userQueries = recordQueries('users', fetchUsers, (id, signal) => call(getUser, { params: { id } }, signal))
export const { page: usersQuery, one: userQuery, refresh: refreshUsers } = userQueries

/** Updates a user in all caches, without a request; if it is the current user, `self` is refetched. */
export function patchUser(client: QueryClient, id: number, patch: Partial<User>) {
  userQueries.patch(client, id, patch)
  if (getStored('user')?.id === id) void refresh(client, { queryKey: selfQuery.queryKey })
}
