import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { useRowChanges } from '#web/ui/table/bulk/use-row-changes.ts'
import { channelQueries, patchChannel, refreshChannels } from '../queries/channel-list.ts'

type Place = Pick<Channel, 'priority'> | Pick<Channel, 'weight'>
/** Returns the actions for channels of the list. The cache reports their failures. */
export function useChannelActions() {
  const client = useQueryClient()
  const place = useMutation({
    mutationFn: ({ id, ...fields }: { id: number } & Place) => call(updateChannel, { body: { id, ...fields } }),
    onSuccess: (reply) => patchChannel(client, reply.id, reply),
  })
  const changes = useRowChanges<Channel, typeof import('./bulk-changes.ts')>({
    list: 'channels',
    on: CHANNEL_STATUS.enabled,
    off: CHANNEL_STATUS.disabled,
    send: (id, status) => call(updateChannel, { body: { id, status } }),
    queries: { ...channelQueries, patch: patchChannel, refresh: refreshChannels },
    load: () => import('./bulk-changes.ts'),
  })
  return {
    ...changes,
    /** Sets priority or weight. Rejects when the server refuses, after the failure was reported. */
    setPlace: (channel: Channel, fields: Place) => place.mutateAsync({ id: channel.id, ...fields }),
    /** Resolves with the channels that succeeded. */
    testMany: (rows: readonly Channel[]) => changes.changeMany(({ testRows }) => testRows({ rows, client })),
  }
}

export type ChannelActions = ReturnType<typeof useChannelActions>
