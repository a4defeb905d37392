import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { findRedemptions, getRedemption, listRedemptions, type Redemption } from '#contract/api/redemption.ts'
import { hold, refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages, patchRecord } from '#web/lib/records.ts'
import type { RedemptionListState, SORTS } from './redemption-search.ts'

const LIST_KEY = ['redemptions', 'list'] as const

function fetchRedemptions({ page, size, sort, filters }: RedemptionListState, signal?: AbortSignal) {
  const { keyword, status } = filters
  const query = {
    p: page - 1,
    page_size: size,
    // The list spec allows no other column.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
    status,
  }
  if (!keyword) return callList(listRedemptions, { query }, signal)
  return callList(findRedemptions, { query, body: { keyword } }, signal)
}

/** One page of the redemption codes. */
export const redemptionsQuery = (state: RedemptionListState) =>
  queryOptions({
    queryKey: [...LIST_KEY, state],
    queryFn: ({ signal }) => fetchRedemptions(state, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches every code that matches the filters, in list order. */
export const fetchAllRedemptions = (state: RedemptionListState) =>
  fetchAllPages((page) => fetchRedemptions({ ...state, page, size: MAX_PAGE_SIZE }))

const oneKey = (id: number) => ['redemptions', 'one', id] as const

export const redemptionQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getRedemption, { params: { id } }, signal),
    // Just long enough to prefetch before the drawer opens: a form must not start from stale data.
    staleTime: 5000,
    gcTime: 5000,
  })

/** Updates a code in all caches, without a request. */
export const patchRedemption = (client: QueryClient, id: number, patch: Partial<Redemption>) =>
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)

/** Holds back list responses until the returned function is called: the rows show an unsaved change. */
export const holdRedemptions = (client: QueryClient) => hold(client, LIST_KEY)

/** Refetches the lists after rows were added or removed. */
export const refreshRedemptions = (client: QueryClient) => refresh(client, { queryKey: LIST_KEY })
