import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Channel, findChannels, getChannel, listChannels } from '#contract/api/channels.ts'
import { channelModels } from '#contract/api/site.ts'
import { refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { orderOf, patchRecords, recordQueries } from '#web/lib/records.ts'
import { autoDisabledQuery } from './auto-disabled-query.ts'
import { type ChannelListState, NO_CREDIT, type SORTS } from './channel-search.ts'

const LIST_KEY = ['channels', 'list'] as const

/** `idSort`: newest first where no column sorts, instead of by priority. */
type Asked = ChannelListState & { idSort: boolean }

function fetchChannels({ page, size, sort, filters, idSort }: Asked, signal?: AbortSignal) {
  const { keyword, model, group, status, type, test } = filters
  const order = orderOf<(typeof SORTS)[number]>(sort)
  const wanted = status === NO_CREDIT ? { lacks: 'credit' } : { status }
  const query = { p: page - 1, page_size: size, id_sort: String(idSort), ...order, ...wanted, type, test }
  if (!keyword && !model && !group) return callList(listChannels, { query }, signal)
  return callList(findChannels, { query: { ...query, model, group }, body: { keyword } }, signal)
}

/** The queries of all channels. */
export const channelQueries = recordQueries('channels', fetchChannels, (id, signal) =>
  call(getChannel, { params: { id } }, signal),
)
export const { page: channelsQuery, one: channelQuery } = channelQueries

/** Fetches the names of all known models. */
export const knownModelsQuery = queryOptions({
  queryKey: ['channels', 'models'],
  queryFn: async ({ signal }) => (await call(channelModels, {}, signal)).map(({ id }) => id),
  staleTime: 60_000,
})

/** Updates a channel in every cached list without a request. */
export function patchChannel(client: QueryClient, id: number, patch: Partial<Channel>) {
  channelQueries.patch(client, id, patch)
  refreshCounts(client)
}

let refreshing = false

/** Refetches the counts of channels that need attention, once for several changes. */
function refreshCounts(client: QueryClient) {
  if (refreshing) return
  refreshing = true
  queueMicrotask(() => {
    refreshing = false
    for (const queryKey of [autoDisabledQuery.queryKey, ['setup']]) void refresh(client, { queryKey })
  })
}

/** Updates many channels in the cache. Visible rows stay in place; other lists are refetched when shown. */
export function patchChannelsShown(client: QueryClient, patches: ReadonlyMap<number, Partial<Channel>>) {
  patchRecords(client, LIST_KEY, patches)
  void refresh(client, { queryKey: LIST_KEY, refetchType: 'none' })
  void refresh(client, { queryKey: ['channels', 'one'] })
  refreshCounts(client)
}

/** Refetches the visible list while the server works on its rows. A request in flight is not cancelled. */
export const followChannels = (client: QueryClient) =>
  client.refetchQueries({ queryKey: LIST_KEY, type: 'active' }, { cancelRefetch: false })

/** Refetches the lists after rows were added or removed. */
export function refreshChannels(client: QueryClient) {
  refreshCounts(client)
  return refresh(client, { queryKey: LIST_KEY })
}
