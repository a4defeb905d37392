import type { Services } from '../services.ts'

/**
 * Publishes a change of channels to all nodes and reloads them here. When it resolves, this node routes by what is
 * stored.
 */
export async function publishChannels({ bus, channels }: Pick<Services, 'bus' | 'channels'>): Promise<void> {
  bus.publish({ kind: 'channels' })
  await channels.reload()
}
