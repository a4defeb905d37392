import { queryOptions } from '@tanstack/react-query'
import { listChannels } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { callList } from '#web/lib/api.ts'

/** Counts the auto-disabled channels, which need attention. */
export const autoDisabledQuery = queryOptions({
  queryKey: ['channels', 'auto-disabled'],
  queryFn: async ({ signal }) =>
    (await callList(listChannels, { query: { status: CHANNEL_STATUS.autoDisabled, page_size: 1 } }, signal)).total,
})
