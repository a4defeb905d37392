import { queryOptions } from '@tanstack/react-query'
import { type Channel, listChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { getBill, listBills } from '#contract/api/vendor-bills.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages } from '#web/lib/records.ts'

/** The kept comparisons. */
export const billsQuery = queryOptions({
  queryKey: ['bills', 'list'],
  queryFn: ({ signal }) => call(listBills, {}, signal),
})

/** One comparison. */
export const billQuery = (id: number) =>
  queryOptions({ queryKey: ['bills', id], queryFn: ({ signal }) => call(getBill, { params: { id } }, signal) })

/** All channels, to choose from. */
export const billChannelsQuery = queryOptions({
  queryKey: ['channels', 'for-bills'],
  queryFn: (): Promise<Channel[]> =>
    fetchAllPages((page) => callList(listChannels, { query: { p: page - 1, page_size: MAX_PAGE_SIZE } })),
})
