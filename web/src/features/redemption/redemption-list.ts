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
    // The spec lets no other column through.
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

/** Every code that matches the filters, in the list's order. */
export const fetchAllRedemptions = (state: RedemptionListState) =>
  fetchAllPages((page) => fetchRedemptions({ ...state, page, size: MAX_PAGE_SIZE }))

const oneKey = (id: number) => ['redemptions', 'one', id] as const

export const redemptionQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getRedemption, { params: { id } }, signal),
    // Just long enough to start before the drawer is there: a form must not start from what was seen a while ago.
    staleTime: 5000,
    gcTime: 5000,
  })

/** Changes a code wherever it is shown, without asking the server. */
export const patchRedemption = (client: QueryClient, id: number, patch: Partial<Redemption>) =>
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)

/** Keeps answers from the lists until what is returned is called: the rows show a change that is not written yet. */
export const holdRedemptions = (client: QueryClient) => hold(client, LIST_KEY)

/** Asks the server for the lists again: rows came or went. */
export const refreshRedemptions = (client: QueryClient) => refresh(client, { queryKey: LIST_KEY })
