import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Channel, getChannel, listChannels, searchChannels } from '#contract/api/channels.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import { channelModels, listGroups } from '#contract/api/site.ts'
import { channelTypes } from '#contract/channel-types.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { call, callList } from '#web/lib/api.ts'
import { oneOf, text } from '#web/ui/table/filters.ts'
import type { ListSpec, ListState } from '#web/ui/table/list-search.ts'
import { isKeyLike } from './key-parts.ts'

const SORTS = ['id', 'name', 'type', 'status', 'response_time', 'used_quota', 'balance', 'priority', 'weight'] as const

/** The statuses one can filter by, in the order they are offered. */
export const STATUSES = [CHANNEL_STATUS.enabled, CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled] as const

/** What the URL of the channel list may say. A key pasted as keyword stays out of it. */
export const channelList = {
  filters: {
    keyword: text({ secret: isKeyLike }),
    model: text(),
    group: text(),
    status: oneOf(STATUSES),
    type: oneOf(channelTypes.map(({ id }) => id)),
  },
  sorts: SORTS,
} satisfies ListSpec

type ChannelListState = ListState<(typeof channelList)['filters']>

const LIST_KEY = ['channels', 'list'] as const

function fetchChannels({ page, size, sort, filters }: ChannelListState, idSort: boolean, signal?: AbortSignal) {
  const { keyword, model, group, status, type } = filters
  const query = {
    p: page - 1,
    page_size: size,
    id_sort: String(idSort),
    sort: SORTS.find((id) => id === sort?.id),
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
    status,
    type,
  }
  if (!keyword && !model && !group) return callList(listChannels, { query }, signal)
  return callList(searchChannels, { query: { ...query, keyword, model, group } }, signal)
}

/** One page of channels; without a sort of its own by priority, or newest first with `idSort`. */
export const channelsQuery = (state: ChannelListState, idSort: boolean) =>
  queryOptions({
    queryKey: [...LIST_KEY, state, idSort],
    queryFn: ({ signal }) => fetchChannels(state, idSort, signal),
    placeholderData: keepPreviousData,
  })

/** Every channel that matches the filters, in the list's order. */
export async function fetchAllChannels(state: ChannelListState, idSort: boolean): Promise<Channel[]> {
  const all: Channel[] = []
  for (let page = 1; ; page++) {
    const { data, total } = await fetchChannels({ ...state, page, size: MAX_PAGE_SIZE }, idSort)
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

const oneKey = (id: number) => ['channels', 'one', id] as const

export const channelQuery = (id: number) =>
  queryOptions({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, signal),
    // Just long enough to start before the drawer is there: a form must not start from what was seen a while ago.
    staleTime: 5000,
    gcTime: 5000,
  })

export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call(listGroups, {}, signal),
  staleTime: 60_000,
})

/** Names of all models that the gateway knows. */
export const knownModelsQuery = queryOptions({
  queryKey: ['channels', 'models'],
  queryFn: async ({ signal }) => (await call(channelModels, {}, signal)).map(({ id }) => id),
  staleTime: 60_000,
})

/** Changes a channel wherever it is shown, without asking the server. */
export function patchChannel(client: QueryClient, id: number, patch: Partial<Channel>) {
  const change = (channel: Channel) => (channel.id === id ? { ...channel, ...patch } : channel)
  client.setQueriesData<{ data: Channel[]; total: number }>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, data: page.data.map(change) },
  )
  client.setQueryData<Channel>(oneKey(id), (channel) => channel && change(channel))
}

/** Stops refreshes under way, so that their older answer does not replace a change just made. */
export const holdChannels = (client: QueryClient) => client.cancelQueries({ queryKey: LIST_KEY })

/** Asks the server for the lists again: rows came or went. */
export const refreshChannels = (client: QueryClient) => client.invalidateQueries({ queryKey: LIST_KEY })
