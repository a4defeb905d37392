import type { Services } from '../services.ts'

/** Tells every node that channels have changed; when it returns, this one routes by what is stored. */
export async function applyChannels({ bus, channels }: Pick<Services, 'bus' | 'channels'>): Promise<void> {
  bus.publish({ kind: 'channels' })
  await channels.reload()
}
