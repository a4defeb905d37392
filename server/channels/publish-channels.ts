import type { Calls } from '../calls/calls.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Publishes a change of channels to all nodes and reloads them here. When it resolves, this node routes by what is
 * stored.
 */
export async function publishChannels({
  bus,
  channels,
}: Pick<Platform, 'bus'> & Pick<Calls, 'channels'>): Promise<void> {
  bus.publish({ kind: 'channels' })
  await channels.reload()
}
