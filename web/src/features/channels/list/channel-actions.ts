import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { holdChannels, patchChannel } from '../queries/channel-list.ts'

type Place = Pick<Channel, 'priority'> | Pick<Channel, 'weight'>
const statusOf = (on: boolean) => (on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled)
const sendStatus = (id: number, status: number) => call(updateChannel, { body: { id, status } })

/** Returns the actions for channels of the list. The cache reports their failures. */
export function useChannelActions() {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  const client = useQueryClient()

  const status = useMutation({
    mutationFn: ({ channel, on }: { channel: Channel; on: boolean }) => sendStatus(channel.id, statusOf(on)),
    onMutate({ channel, on }) {
      const release = holdChannels(client)
      patchChannel(client, channel.id, { status: statusOf(on) })
      return release
    },
    onError: (_error, { channel }) => patchChannel(client, channel.id, { status: channel.status }),
    onSuccess: (reply, { channel, on }) => {
      patchChannel(client, channel.id, reply)
      const undo = { label: common('action.undo'), run: () => status.mutate({ channel: reply, on: !on }) }
      toast.success(t(on ? 'toast.enabled' : 'toast.disabled', { name: channel.name }), { action: undo })
    },
    onSettled: (_reply, _error, _act, release) => release?.(),
  })

  const place = useMutation({
    mutationFn: ({ id, ...fields }: { id: number } & Place) => call(updateChannel, { body: { id, ...fields } }),
    onSuccess: (reply) => patchChannel(client, reply.id, reply),
  })

  // Runs lazily loaded actions as a mutation, so that their failures are reported as well.
  const change = useMutation({ mutationFn: (run: () => Promise<unknown>) => run() })
  async function changeMany(act: (changes: Changes) => Promise<readonly Channel[]>) {
    let done: readonly Channel[] = []
    const run = async () => {
      done = await act(await import('./bulk-changes.ts'))
    }
    await change.mutateAsync(run).catch(() => {})
    return done
  }

  return {
    setStatus: (channel: Channel, on: boolean) => status.mutate({ channel, on }),
    /** Sets priority or weight. Rejects when the server refuses, after the failure was reported. */
    setPlace: (channel: Channel, fields: Place) => place.mutateAsync({ id: channel.id, ...fields }),
    /** Asks for confirmation when there are many. Resolves with the channels that can be deselected. */
    async setStatusOfMany(channels: readonly Channel[], on: boolean) {
      const [first] = channels
      if (first && channels.length === 1) {
        const switched = status.mutateAsync({ channel: first, on })
        return switched.then(() => channels).catch(() => [])
      }
      const attempt = change.mutate
      return changeMany(({ switchChannels }) => switchChannels({ channels, client, t }, { on, attempt }))
    },
    /** Resolves with the channels that succeeded. */
    testMany: (channels: readonly Channel[]) => changeMany(({ testChosen }) => testChosen({ channels, client, t })),
    /** Asks for confirmation. Resolves with the deleted channels. */
    remove: (channels: readonly Channel[]) =>
      changeMany(({ removeChannels }) => removeChannels({ channels, client, t })),
  }
}

type Changes = typeof import('./bulk-changes.ts')

export type ChannelActions = ReturnType<typeof useChannelActions>
