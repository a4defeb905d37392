import type { Channel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Look } from '#web/ui/status.tsx'
import type { TagColour } from '#web/ui/tag-colour.ts'

export type ChannelState = 'enabled' | 'paused' | 'disabled' | 'autoDisabled' | 'noMoney' | 'unknown'

const STATES: Record<number, ChannelState> = {
  [CHANNEL_STATUS.enabled]: 'enabled',
  [CHANNEL_STATUS.disabled]: 'disabled',
  [CHANNEL_STATUS.autoDisabled]: 'autoDisabled',
}

export const stateOf = (status: number): ChannelState => STATES[status] ?? 'unknown'

export const LOOK_OF: Record<ChannelState, Look> = {
  enabled: 'on',
  paused: 'paused',
  disabled: 'off',
  autoDisabled: 'stopped',
  noMoney: 'empty',
  unknown: 'off',
}

/** Style for a value that is being fetched from the upstream. */
export const PULSE = 'animate-pulse text-muted'

export const isOn = ({ status }: Pick<Channel, 'status'>) => status === CHANNEL_STATUS.enabled

/** Returns the colour of a response time in milliseconds. */
export function speedColour(milliseconds: number): TagColour {
  if (milliseconds <= 1000) return 'green'
  if (milliseconds <= 3000) return 'lime'
  return milliseconds <= 5000 ? 'yellow' : 'red'
}
