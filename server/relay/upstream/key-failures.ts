import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import type { KeyedChannel } from '../../key-pools/key-pools.ts'
import type { Channel } from '../../registry/channels.ts'
import { keyConsequence } from '../../upstream/key-failure.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { deadRule, type UpstreamFailure, type Verdict } from '../../upstream/upstream-failure.ts'
import type { RelayDeps } from '../deps.ts'
import type { Progress } from '../request/progress.ts'

const MAX_ERROR = 300
const MAX_REASON = 500

/** Whether an attempt was made with a key of a pool. */
export const isKeyed = (channel: Channel): channel is KeyedChannel => channel.keyId !== undefined

/**
 * Notes a failed attempt at the key that was sent, which rests or stops where it is the reason. Returns whether it is:
 * then its channel has not failed.
 */
export function noteKeyFailure(
  progress: Pick<Progress, 'wantsOtherKey'>,
  channel: KeyedChannel,
  failure: UpstreamFailure,
  verdict: Verdict,
  deps: RelayDeps,
): boolean {
  const { keyPools, options } = deps.services
  const pool = keyPools.of(channel.id)
  const { coolings = 0 } = pool?.get(channel.keyId) ?? {}
  // Without the option no channel loses its last key.
  const mayStop = channel.autoBan && (options.values.AutomaticDisableChannelEnabled || (pool?.enabled ?? 0) > 1)
  const follows = keyConsequence(failure, verdict, { coolings, mayStop, now: Date.now() })
  const safe = (text: string, length: number) => redactKeys(text, channel.key).slice(0, length)
  if (follows?.kind !== 'elsewhere')
    keyPools.failed(channel, safe(`${failure.status || failure.kind}: ${failure.error.message}`, MAX_ERROR))
  if (!follows) return false
  progress.wantsOtherKey = 'failed'
  if (follows.kind === 'cool') keyPools.cool(channel, follows.until, follows.said)
  if (follows.kind === 'stop') {
    const reason = safe(follows.reason, MAX_REASON)
    keyPools.stop(channel, reason)
    disableIfDead(channel, reason, deadRule(failure, channel.type), deps)
  }
  return true
}

/** Disables a channel of which no key is left, if the last of them were stopped and not disabled by hand. */
export function disableIfDead(
  channel: Channel,
  reason: string,
  rule: DisableRule | undefined,
  deps: Pick<RelayDeps, 'services' | 'disableChannel'>,
): void {
  const { keyPools, options } = deps.services
  const pool = keyPools.of(channel.id)
  if (!pool || pool.enabled > 0 || pool.counts(Date.now()).stopped === 0) return
  if (channel.autoBan && options.values.AutomaticDisableChannelEnabled) deps.disableChannel(channel.id, reason, rule)
}
