import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Channel, deleteChannel, updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { type Outcome, runAll } from '#web/ui/table/run-all.ts'
import { toast } from '#web/ui/toast.tsx'
import { holdChannels, patchChannel, refreshChannels } from './channel-list.ts'

type Place = Pick<Channel, 'priority'> | Pick<Channel, 'weight'>
const statusOf = (on: boolean) => (on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled)
const sendStatus = (id: number, status: number) => call(updateChannel, { body: { id, status } })

/** What can be done with channels of the list. Failures are reported by the cache or here. */
export function useChannelActions() {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  const client = useQueryClient()

  const status = useMutation({
    mutationFn: ({ channel, on }: { channel: Channel; on: boolean }) => sendStatus(channel.id, statusOf(on)),
    async onMutate({ channel, on }) {
      await holdChannels(client)
      patchChannel(client, channel.id, { status: statusOf(on) })
    },
    onError: (_error, { channel }) => patchChannel(client, channel.id, { status: channel.status }),
    onSuccess: (reply, { channel, on }) => {
      patchChannel(client, channel.id, reply)
      const undo = { label: common('action.undo'), run: () => status.mutate({ channel: reply, on: !on }) }
      toast.success(t(on ? 'toast.enabled' : 'toast.disabled', { name: channel.name }), { action: undo })
    },
  })

  const place = useMutation({
    async mutationFn({ id, ...fields }: { id: number } & Place) {
      await holdChannels(client)
      return call(updateChannel, { body: { id, ...fields } })
    },
    onSuccess: (reply) => patchChannel(client, reply.id, reply),
  })

  function report({ done, failed, message }: Outcome<Channel>, success: string) {
    void refreshChannels(client)
    if (failed.length === 0) return toast.success(success)
    toast.error(t('bulk.partly', { done: done.length, failed: failed.length, message }))
  }

  return {
    setStatus: (channel: Channel, on: boolean) => status.mutate({ channel, on }),
    /** Sets priority or weight; rejects when the server refuses, after the reason was reported. */
    setPlace: (channel: Channel, fields: Place) => place.mutateAsync({ id: channel.id, ...fields }),
    async setStatusOfMany(channels: readonly Channel[], on: boolean) {
      const outcome = await runAll(channels, (channel) => sendStatus(channel.id, statusOf(on)))
      report(outcome, t(on ? 'bulk.enabled' : 'bulk.disabled', { count: outcome.done.length }))
    },
    /** Asks first. Resolves with whether all were deleted. */
    async remove(channels: readonly Channel[]): Promise<boolean> {
      const [first] = channels
      if (!first) {
        toast.error(t('bulk.none'))
        return false
      }
      if (!(await confirm(questionFor(first, channels.length)))) return false
      const outcome = await runAll(channels, (channel) => call(deleteChannel, { params: { id: channel.id } }))
      const one = t('toast.deleted', { name: first.name })
      report(outcome, channels.length === 1 ? one : t('bulk.deleted', { count: outcome.done.length }))
      return outcome.failed.length === 0
    },
  }

  function questionFor(first: Channel, count: number) {
    if (count === 1) {
      const description = t('delete.description', { name: first.name })
      return { title: t('delete.title'), description, action: t('delete.action'), danger: true }
    }
    return {
      title: t('delete.titleMany'),
      description: t('delete.descriptionMany', { count }),
      action: t('delete.actionMany', { count }),
      danger: true,
      typeToConfirm: count > TYPE_FROM ? String(count) : undefined,
    }
  }
}

export type ChannelActions = ReturnType<typeof useChannelActions>

/** Deleting more than this asks for the count to be typed. */
const TYPE_FROM = 20
