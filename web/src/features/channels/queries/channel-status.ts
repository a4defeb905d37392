import type { Channel } from '#contract/api/channels.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { TagColour } from '#web/ui/tag-colour.ts'

export type ChannelState = 'enabled' | 'disabled' | 'autoDisabled' | 'unknown'

const STATES: Record<number, ChannelState> = {
  [CHANNEL_STATUS.enabled]: 'enabled',
  [CHANNEL_STATUS.disabled]: 'disabled',
  [CHANNEL_STATUS.autoDisabled]: 'autoDisabled',
}

export const stateOf = (status: number): ChannelState => STATES[status] ?? 'unknown'

export const STATE_COLOURS: Record<ChannelState, TagColour> = {
  enabled: 'green',
  // Somebody's decision is grey; what the gateway switched off asks for a look.
  disabled: 'grey',
  autoDisabled: 'amber',
  unknown: 'grey',
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
