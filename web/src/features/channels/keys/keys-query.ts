import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChannelKey, listChannelKeys } from '#contract/api/channel-keys.ts'
import type { KeyState } from '#contract/channel-keys.ts'
import { refresh } from '#web/lib/after-write.ts'
import { callList } from '#web/lib/api.ts'
import { channelQuery, refreshChannels } from '../queries/channel-list.ts'

/** Keys on a page of the section. */
export const KEYS_PER_PAGE = 10

const keysKey = (channel: number) => ['channels', 'keys', channel] as const

/** Fetches a page of a channel's keys. Pages start at 1. */
export const keysQuery = (channel: number, state: KeyState | '', page: number) =>
  queryOptions({
    queryKey: [...keysKey(channel), state, page],
    queryFn: ({ signal }) => {
      const query = { state, p: page - 1, page_size: KEYS_PER_PAGE }
      return callList(listChannelKeys, { params: { id: channel }, query }, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: 2000,
  })

/** Refetches what a change of keys concerns: the keys, their channel, and the list of channels. */
export function refreshKeys(client: QueryClient, channel: number): Promise<unknown> {
  return Promise.all([
    refresh(client, { queryKey: keysKey(channel) }),
    refresh(client, { queryKey: channelQuery(channel).queryKey }),
    refreshChannels(client),
  ])
}

/** A change of a channel's keys, after which they are fetched again. */
export function useKeyChange<T, R>(channel: number, change: (given: T) => Promise<R>, onDone?: (reply: R) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (reply) => onDone?.(reply),
    onSettled: () => void refreshKeys(client, channel),
  })
}

/** What calls a key by name. */
export const nameOfKey = ({ id, mask }: Pick<ChannelKey, 'id' | 'mask'>) => `#${id} ${mask}`
