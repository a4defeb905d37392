import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { type Channel, updateChannel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { loadNamespaces } from '#web/lib/i18n.ts'
import { toast } from '#web/ui/toast/toast.tsx'
import { patchChannel } from './channel-list.ts'

/** Runs an action that may fail, and reports its failure. */
type Attempt = (run: () => Promise<unknown>) => void

/**
 * Enables or disables a channel from outside the list and offers to undo it. Rejects when the server refuses.
 */
export async function switchSingleChannel(
  client: QueryClient,
  channel: Channel,
  on: boolean,
  attempt: Attempt,
): Promise<void> {
  await loadNamespaces('channels')
  const status = on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled
  const reply = await call(updateChannel, { body: { id: channel.id, status } })
  patchChannel(client, reply.id, reply)
  const undo = {
    label: i18next.t('action.undo'),
    run: () => attempt(() => switchSingleChannel(client, reply, !on, attempt)),
  }
  toast.success(i18next.t(on ? 'channels:toast.enabled' : 'channels:toast.disabled', { name: reply.name }), {
    action: undo,
  })
}
