import type { Calls } from '../../calls/calls.ts'
import { publishKeys } from '../../calls/key-pools/key-pools.ts'
import type { Platform } from '../../platform/platform.ts'
import { publishChannels } from '../publish-channels.ts'

/**
 * Publishes a change of a channel's keys to all nodes and reads them here; when it resolves, this node uses them. More
 * ids than a few count as all keys of the channel.
 */
export async function publishKeyChange(
  services: Pick<Platform, 'bus'> & Pick<Calls, 'keyPools' | 'channels'>,
  channel: number,
  ids?: readonly number[],
): Promise<void> {
  publishKeys(services.bus, channel, ids)
  await services.keyPools.reload(channel, ids)
  await publishChannels(services)
}
