import { DEFAULT_MULTI_KEY_MODE } from '#contract/channel-keys.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { KeyPool } from '../../key-pools/key-pool.ts'
import type { CallRun } from '../call/call-run.ts'
import { maxTries } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { disableIfDead } from './key-failures.ts'

type KeyDeps = Pick<RelayDeps, 'services' | 'disableChannel'>

/** What of a call in progress decides about keys. */
type KeyedRun = Pick<CallRun, 'wantsOtherKey' | 'attempts'> & {
  call: Pick<CallRun['call'], 'conversation' | 'model'>
}

/** A channel whose keys all rest. */
interface RestingChannel {
  /** Milliseconds since the epoch at which the first of them is used again. */
  fullUntil: number | undefined
}

/**
 * Yields the channels of a call in their order until enough were tried, one that has a pool with a key of it. When the
 * attempt shows that only its key is the reason (`wantsOtherKey`), the channel is yielded again with another key, at most
 * `RetryTimes` times. A channel whose keys all rest is added to `full` instead.
 */
export function* keyAttempts(
  channels: readonly Channel[],
  run: KeyedRun,
  full: RestingChannel[],
  deps: KeyDeps,
): Generator<Channel, void, undefined> {
  let left = maxTries(deps.services.options.values)
  for (const channel of channels) {
    const before = run.attempts.length
    const pool = deps.services.keyPools.of(channel.id)
    if (pool) yield* attemptsOf(channel, pool, run, full, deps)
    else yield channel
    if (run.attempts.length > before && --left === 0) return
  }
}

/** Keys whose own limits are reached cost no request: so many are passed over. */
const MAX_PASSED = 100

function* attemptsOf(
  channel: Channel,
  pool: KeyPool,
  run: KeyedRun,
  full: RestingChannel[],
  deps: KeyDeps,
): Generator<Channel, void, undefined> {
  const { keyPools, options } = deps.services
  const tried = new Set<number>()
  const mode = channel.settings.multi_key_mode ?? DEFAULT_MULTI_KEY_MODE
  const conversation = run.call.conversation && `${channel.id} ${run.call.conversation}`
  let withoutModel: Channel | undefined
  for (let attempts = 0; attempts <= options.values.RetryTimes && tried.size < MAX_PASSED; ) {
    const now = Date.now()
    const key = pool.choose({ mode, now, random: Math.random, conversation, tried })
    const keyed = key && keyPools.withKey(channel, key)
    if (!key) {
      if (tried.size === 0) noteUnusable(channel, pool, full, now, deps)
      // No key has the model, as far as is known: one is asked again.
      if (attempts === 0 && withoutModel) yield withoutModel
      return
    }
    tried.add(key.id)
    if (!keyed) continue
    if ((key.modelsUntil?.get(run.call.model) ?? 0) > now) {
      withoutModel ??= keyed
      continue
    }
    run.wantsOtherKey = false
    yield keyed
    if (!run.wantsOtherKey) return
    if (run.wantsOtherKey === 'failed') attempts++
  }
}

/** Notes why a channel has no key for a call: its keys rest until a time, or all of them were stopped. */
function noteUnusable(channel: Channel, pool: KeyPool, full: RestingChannel[], now: number, deps: KeyDeps): void {
  const until = pool.nextReady(now)
  if (until !== undefined) full.push({ fullUntil: until })
  else disableIfDead(channel, 'all keys were stopped', 'key', deps)
}
