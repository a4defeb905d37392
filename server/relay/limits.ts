import type { Channel } from '../channels/registry.ts'

/** How long a channel may take, in milliseconds. */
export interface TimeLimits {
  firstByte: number
  idle: number
  total: number
}

/** Generous by default: reasoning models think for minutes before their first byte. */
const DEFAULT_SECONDS = { firstByte: 300, idle: 120, total: 3600 }
const DEFAULT_DRAIN_SECONDS = 60

export function limitsOf({ settings }: Channel): TimeLimits {
  return {
    firstByte: (settings.first_byte_timeout || DEFAULT_SECONDS.firstByte) * 1000,
    idle: (settings.idle_timeout || DEFAULT_SECONDS.idle) * 1000,
    total: (settings.total_timeout || DEFAULT_SECONDS.total) * 1000,
  }
}

/** What happens when the caller hangs up: cancel the upstream, or read on for at most `drainMs` for the real usage. */
export function abortPolicyOf({ settings }: Channel): { policy: 'cancel' | 'drain'; drainMs: number } {
  return {
    policy: settings.abort_policy ?? 'cancel',
    drainMs: (settings.drain_seconds || DEFAULT_DRAIN_SECONDS) * 1000,
  }
}
