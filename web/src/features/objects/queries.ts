import { queryOptions } from '@tanstack/react-query'
import { findChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { callList } from '#web/lib/api.ts'
import { fetchAllPages } from '#web/lib/records.ts'

/** The channels that offer a model; the search itself also finds longer names. */
export const modelChannelsQuery = (model: string) =>
  queryOptions({
    queryKey: ['channels', 'list', 'of-model', model],
    queryFn: async ({ signal }) => {
      const query = { model, page_size: MAX_PAGE_SIZE }
      const found = await fetchAllPages((page) =>
        callList(findChannels, { query: { ...query, p: page - 1 }, body: {} }, signal),
      )
      return found.filter(({ models }) => models.split(',').includes(model))
    },
    staleTime: 5000,
  })
