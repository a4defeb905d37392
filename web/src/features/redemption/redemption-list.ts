import { findRedemptions, getRedemption, listRedemptions } from '#contract/api/redemption.ts'
import { call, callList } from '#web/lib/api.ts'
import { orderOf, recordQueries } from '#web/lib/records.ts'
import type { RedemptionListState, SORTS } from './redemption-search.ts'

function fetchRedemptions({ page, size, sort, filters }: RedemptionListState, signal?: AbortSignal) {
  const { keyword, status } = filters
  const query = { p: page - 1, page_size: size, ...orderOf<(typeof SORTS)[number]>(sort), status }
  if (!keyword) return callList(listRedemptions, { query }, signal)
  return callList(findRedemptions, { query, body: { keyword } }, signal)
}

/** The queries of the redemption codes. */
export const redemptionQueries = recordQueries('redemptions', fetchRedemptions, (id, signal) =>
  call(getRedemption, { params: { id } }, signal),
)
export const {
  page: redemptionsQuery,
  one: redemptionQuery,
  patch: patchRedemption,
  refresh: refreshRedemptions,
} = redemptionQueries
