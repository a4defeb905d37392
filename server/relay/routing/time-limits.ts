import { CHANNEL_SETTING_DEFAULTS as DEFAULTS } from '#contract/api/channels.ts'
import type { Channel } from '../../registry/channels.ts'

/** How long a channel may take, in milliseconds. */
export interface TimeLimits {
  firstByte: number
  idle: number
  total: number
}

export function limitsOf({ settings }: Channel): TimeLimits {
  return {
    firstByte: (settings.first_byte_timeout || DEFAULTS.first_byte_timeout) * 1000,
    idle: (settings.idle_timeout || DEFAULTS.idle_timeout) * 1000,
    total: (settings.total_timeout || DEFAULTS.total_timeout) * 1000,
  }
}

/** What happens when the caller hangs up: cancel the upstream, or read on for at most `drainMs` for the real usage. */
export function abortPolicyOf({ settings }: Channel): { policy: 'cancel' | 'drain'; drainMs: number } {
  return {
    policy: settings.abort_policy ?? 'cancel',
    drainMs: (settings.drain_seconds || DEFAULTS.drain_seconds) * 1000,
  }
}
