import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channels } from '../../calls/registry/channels.ts'

/** Returns the channels as they would be if these were disabled. */
export function assumeDown(channels: Channels, down: ReadonlySet<number>): Channels {
  if (down.size === 0) return channels
  const isUp = ({ id }: { id: number }) => !down.has(id)
  return {
    ...channels,
    byId(id) {
      const channel = channels.byId(id)
      return channel && !isUp(channel) ? { ...channel, status: CHANNEL_STATUS.disabled } : channel
    },
    tiers: (group, model) =>
      channels
        .tiers(group, model)
        .map((tier) => tier.filter(isUp))
        .filter((tier) => tier.length > 0),
  }
}
