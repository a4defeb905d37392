import { CHANNEL_SETTING_DEFAULTS as DEFAULTS } from '#contract/api/channels.ts'
import { findRule, rulesNameOf } from '../../../formats/dialects/model-rules/find-rule.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Calls } from '../../calls.ts'
import type { Call } from '../call/call.ts'

/** Time limits of a channel, in milliseconds. */
export interface TimeLimits {
  idle: number
  total: number
}

export function timeLimitsOf({ settings }: Channel): TimeLimits {
  return {
    idle: (settings.idle_timeout || DEFAULTS.idle_timeout) * 1000,
    total: (settings.total_timeout || DEFAULTS.total_timeout) * 1000,
  }
}

/** The limit is so many times what all but a few calls need. */
const FACTOR = 4
const USUAL_SHARE = 0.95
/** The least limit. A whole answer begins when all of it is written, and a model that thinks may think for minutes. */
const MIN_MS = { stream: 30_000, whole: 60_000, thinking: 120_000 }
/** A long prompt takes its time: milliseconds for each token. */
const TOKEN_MS = 0.25

/** Names of models that think, where no rule tells: DeepSeek, Qwen, Kimi, Mistral and those distilled from them. */
const THINKING_NAME = /think|reason|\br1\b|qwq|magistral/i

type TimedCall = Pick<Call, 'model' | 'stream' | 'inputTokens'>

/**
 * Returns the time to the first byte that an attempt gets, in milliseconds: the channel's own setting or, without one,
 * what the model usually needs there, within bounds. `model`: the upstream's name.
 */
export function firstByteLimit(
  { id, settings }: Channel,
  model: string,
  call: TimedCall,
  { circuits }: Pick<Calls, 'circuits'>,
): number {
  if (settings.first_byte_timeout) return settings.first_byte_timeout * 1000
  const most = DEFAULTS.first_byte_timeout * 1000
  const usual = circuits.usual(id, call.model, call.stream, USUAL_SHARE)
  if (usual === undefined) return most
  const name = rulesNameOf(model, call.model)
  const thinks = (findRule(name)?.thinks ?? (THINKING_NAME.test(name) ? 'always' : 'never')) !== 'never'
  const least = thinks ? MIN_MS.thinking : call.stream ? MIN_MS.stream : MIN_MS.whole
  return Math.min(most, Math.max(least, FACTOR * usual) + TOKEN_MS * call.inputTokens)
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
