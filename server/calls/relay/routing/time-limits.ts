import { CHANNEL_SETTING_DEFAULTS as DEFAULTS } from '#contract/api/channels.ts'
import type { Channel } from '../../../formats/providers/channel.ts'

/** Time limits of a channel, in milliseconds. */
export interface TimeLimits {
  firstByte: number
  idle: number
  total: number
}

export function timeLimitsOf({ settings }: Channel): TimeLimits {
  return {
    firstByte: (settings.first_byte_timeout || DEFAULTS.first_byte_timeout) * 1000,
    idle: (settings.idle_timeout || DEFAULTS.idle_timeout) * 1000,
    total: (settings.total_timeout || DEFAULTS.total_timeout) * 1000,
  }
}

/**
 * Returns what happens when the caller disconnects: cancel the upstream, or read on for at most `drainMs` to get
 * the real usage.
 */
export function abortPolicyOf({ settings }: Channel): { policy: 'cancel' | 'drain'; drainMs: number } {
  return {
    policy: settings.abort_policy ?? 'cancel',
    drainMs: (settings.drain_seconds || DEFAULTS.drain_seconds) * 1000,
  }
}
