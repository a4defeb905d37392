import { queryOptions } from '@tanstack/react-query'
import { type Channel, listChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { getBill, listBills } from '#contract/api/vendor-bills.ts'
import { callList } from '#web/lib/api.ts'
import { endpointQuery } from '#web/lib/endpoint-query.ts'
import { fetchAllPages } from '#web/lib/records.ts'

/** The kept comparisons. */
export const billsQuery = endpointQuery(['bills', 'list'], listBills, {})

/** One comparison. */
export const billQuery = (id: number) => endpointQuery(['bills', id], getBill, { params: { id } })

/** All channels, to choose from. */
export const billChannelsQuery = queryOptions({
  queryKey: ['channels', 'for-bills'],
  queryFn: (): Promise<Channel[]> =>
    fetchAllPages((page) => callList(listChannels, { query: { p: page - 1, page_size: MAX_PAGE_SIZE } })),
})
