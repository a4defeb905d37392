import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Channel, findChannels, getChannel, listChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { channelModels } from '#contract/api/site.ts'
import { hold, refresh } from '#web/lib/after-write.ts'
import { call, callList } from '#web/lib/api.ts'
import { fetchAllPages, patchRecord, patchRecords } from '#web/lib/records.ts'
import { autoDisabledQuery } from './auto-disabled-query.ts'
import { type ChannelListState, SORTS } from './channel-search.ts'

const LIST_KEY = ['channels', 'list'] as const

function fetchChannels({ page, size, sort, filters }: ChannelListState, idSort: boolean, signal?: AbortSignal) {
  const { keyword, model, group, status, type, test } = filters
  const query = {
    p: page - 1,
    page_size: size,
    id_sort: String(idSort),
    sort: SORTS.find((id) => id === sort?.id),
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
    status,
    type,
    test,
  }
  if (!keyword && !model && !group) return callList(listChannels, { query }, signal)
  return callList(findChannels, { query: { ...query, model, group }, body: { keyword } }, signal)
}

/** Fetches one page of channels. Without an explicit sort: by priority, or newest first with `idSort`. */
export const channelsQuery = (state: ChannelListState, idSort: boolean) =>
  queryOptions({
    queryKey: [...LIST_KEY, state, idSort],
    queryFn: ({ signal }) => fetchChannels(state, idSort, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches every channel that matches the filters, in the list's order. */
export const fetchAllChannels = (state: ChannelListState, idSort: boolean) =>
  fetchAllPages((page) => fetchChannels({ ...state, page, size: MAX_PAGE_SIZE }, idSort))

const oneKey = (id: number) => ['channels', 'one', id] as const

export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, signal),
    // Long enough to prefetch before the drawer opens; a form must not start from older data.
    staleTime: 5000,
    gcTime: 5000,
  })

/** Fetches the names of all known models. */
export const knownModelsQuery = queryOptions({
  queryKey: ['channels', 'models'],
  queryFn: async ({ signal }) => (await call(channelModels, {}, signal)).map(({ id }) => id),
  staleTime: 60_000,
})

/** Updates a channel in every cached list without a request. */
export function patchChannel(client: QueryClient, id: number, patch: Partial<Channel>) {
  patchRecord(client, { list: LIST_KEY, one: oneKey(id) }, id, patch)
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

/**
 * Cancels list requests in flight until the returned function is called, which repeats them. Meanwhile rows
 * show an unsaved change.
 */
export const holdChannels = (client: QueryClient) => hold(client, LIST_KEY)

/** Refetches the visible list while the server works on its rows. A request in flight is not cancelled. */
export const followChannels = (client: QueryClient) =>
  client.refetchQueries({ queryKey: LIST_KEY, type: 'active' }, { cancelRefetch: false })

/** Refetches the lists after rows were added or removed. */
export function refreshChannels(client: QueryClient) {
  refreshCounts(client)
  return refresh(client, { queryKey: LIST_KEY })
}
