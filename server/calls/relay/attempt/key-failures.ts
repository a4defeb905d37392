import type { DisableRule } from '#contract/channel-types/disable-rules.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { KeyedChannel } from '../../key-pools/key-pools.ts'
import { isCertain, type KeyConsequence, keyConsequence } from '../../upstream/key-failure.ts'
import { consequences } from '../../upstream/meanings.ts'
import { redactKeys } from '../../upstream/redact.ts'
import { disableRule, type UpstreamFailure, type Verdict } from '../../upstream/upstream-failure.ts'
import type { CallRun } from '../call/call-run.ts'
import type { RelayDeps } from '../deps/deps.ts'

const UNAUTHORIZED = 401
const MAX_ERROR = 300
const MAX_REASON = 500

/** Whether an attempt was made with a key of a pool. */
export const isKeyed = (channel: Channel): channel is KeyedChannel => channel.keyId !== undefined

/** A failure and what it means. */
interface Judged {
  failure: UpstreamFailure
  verdict: Verdict
}

/** What of a call in progress its keys concern. */
type KeyedRun = Pick<CallRun, 'wantsOtherKey' | 'hasStoppedKey'> & { call: Pick<CallRun['call'], 'model'> }

/**
 * Notes a failed attempt at the key that was sent, which rests or stops where it is the reason. Returns whether it is:
 * then its channel has not failed.
 */
export function noteKeyFailure(
  run: KeyedRun,
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
  const known = { coolings, mayStop, hasStopped: run.hasStoppedKey, now: Date.now() }
  const follows = keyConsequence(failure, verdict, known)
  if (verdict.meaning !== 'elsewhere')
    keyPools.failed(channel, safe(`${failure.status || failure.kind}: ${failure.error.message}`, channel, MAX_ERROR))
  if (!follows) return false
  run.wantsOtherKey = 'failed'
  if (follows.kind === 'stop') run.hasStoppedKey = true
  applyToKey(follows, run.call.model, channel, { failure, verdict }, deps)
  // A model that no key has is ill at the channel.
  return follows.kind !== 'rest_model'
}

function applyToKey(
  follows: KeyConsequence,
  model: string,
  channel: KeyedChannel,
  judged: Judged,
  deps: RelayDeps,
): void {
  const { keyPools } = deps.services
  if (follows.kind === 'cool') keyPools.cool(channel, follows.until, follows.said)
  if (follows.kind === 'rest_model') keyPools.restModel(channel, model, follows.until)
  if (follows.kind === 'suspect') suspectKey(channel, follows.until, judged, deps)
  if (follows.kind === 'stop') stopKey(channel, follows.reason, disableRule(judged.verdict), follows.until, deps)
}

/** Lets a key rest on this node until a test has decided whether its vendor refuses it. */
function suspectKey(channel: KeyedChannel, until: number, judged: Judged, deps: RelayDeps): void {
  const { keyPools, options } = deps.services
  const testing = deps.testSuspect(channel)
  if (!testing) return
  keyPools.suspend(channel, until)
  void testing.then((tested) => {
    const test = toRefusal(tested, judged)
    if (tested.state === 'works') keyPools.suspend(channel, 0)
    if (!test) return
    const isLast = (keyPools.of(channel.id)?.enabled ?? 0) <= 1
    if (isLast && !options.values.AutomaticDisableChannelEnabled) keyPools.cool(channel, until, false)
    else stopKey(channel, test.reason, test.rule, test.waitMs && Date.now() + test.waitMs, deps)
  })
}

function stopKey(
  channel: KeyedChannel,
  reason: string,
  rule: DisableRule | undefined,
  until: number | undefined,
  deps: RelayDeps,
): void {
  deps.services.keyPools.stop(channel, safe(reason, channel, MAX_REASON), until)
  disableIfDead(channel, safe(reason, channel, MAX_REASON), rule, deps)
}

const safe = (text: string, { key }: Pick<Channel, 'key'>, length: number) => redactKeys(text, key).slice(0, length)

/**
 * Notes a failed attempt at a channel with a single key: where its vendor names the key or its account the channel is
 * disabled, and where there is doubt a test decides.
 */
export function noteChannelFailure(
  channel: Channel,
  failure: UpstreamFailure,
  verdict: Verdict,
  deps: RelayDeps,
): void {
  const isOff = !channel.autoBan || !deps.services.options.values.AutomaticDisableChannelEnabled
  if (isOff || verdict.disable === undefined || consequences[verdict.meaning].key !== 'stop') return
  if (isCertain(failure, verdict)) {
    deps.disableChannel(channel.id, verdict.disable, disableRule(verdict), failure.waitMs)
    return
  }
  void deps.testSuspect(channel)?.then((tested) => {
    const test = toRefusal(tested, { failure, verdict })
    if (test) deps.disableChannel(channel.id, test.reason, test.rule, test.waitMs)
  })
}

type Tested = Awaited<ReturnType<RelayDeps['testSuspect']>>

/** Returns why a key stops after its test; undefined = it does not. Where no test can tell, a status of 401 does. */
function toRefusal(tested: Exclude<Tested, undefined>, { failure, verdict }: Judged) {
  if (tested.state === 'refused') return tested
  if (tested.state !== 'untestable' || failure.status !== UNAUTHORIZED || verdict.disable === undefined)
    return undefined
  return { reason: verdict.disable, rule: disableRule(verdict), waitMs: undefined }
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
