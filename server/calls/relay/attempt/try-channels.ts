import type { Channel } from '../../../formats/providers/channel.ts'
import type { MaybePromise } from '../../../platform/async/and-then.ts'
import type { RelayResponse } from '../../../wire/http1/shared/response.ts'
import { forgetAccessToken, isTokenRefused } from '../../upstream/access-tokens.ts'
import type { RelayFailure } from '../../upstream/relay-failure.ts'
import type { UpstreamFailure } from '../../upstream/upstream-failure.ts'
import { type CallRun, maxTries, throwIfStopped } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import { recordStart, voidCall } from '../charge/charge.ts'
import { countFailedAttempt } from '../charge/count-traffic.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { FailedAttempt } from './attempt.ts'
import {
  type ChannelStay,
  type EnteredChannel,
  type EnterNext,
  enterIfOpen,
  type FullChannel,
  unservedError,
} from './enter-channel.ts'
import { keyAttempts } from './key-attempts.ts'
import { mayAcceptLonger } from './may-accept-longer.ts'
import { recordAttemptError, recordFailedAttempt } from './record-failure.ts'
import { tryChannel } from './try-channel.ts'
import { hedgeAfter, type Started, tryHedged } from './try-hedged.ts'

/** What a call goes on with from its attempts. */
export interface Attempts {
  /** Its channels, in the order in which they are tried. */
  channels: readonly Channel[]
  /** Some of them have several keys. */
  hasPool: boolean
  /** No other route follows. */
  isLastRoute: boolean
  /** Called once it has its permits and is about to be sent. */
  entered: (() => void) | undefined
  /** Delivers an answer and charges it, or returns the failure after which another channel is tried. */
  answer(answered: Exclude<Started, FailedAttempt>): Promise<RelayResponse | { failure: UpstreamFailure }>
}

/**
 * Tries the channels one after the other, before the first byte only, and each at most once, until one has answered.
 * Rejects with a RelayFailure or an ApiError, and then nothing stays held.
 */
export async function tryChannels(held: HeldCall, attempts: Attempts, deps: RelayDeps): Promise<RelayResponse> {
  const { call, run } = held
  const { services } = deps
  const passed: PassedChannels = { tooSmall: [], full: [] }
  let last: RelayFailure | undefined
  try {
    const enterNext = channelEntrance(held, attempts, passed, deps)
    for (;;) {
      throwIfStopped(run)
      const entering = enterNext(held)
      const entered = entering instanceof Promise ? await entering : entering
      if (!entered) break
      if (!last) {
        recordStart(run, deps)
        attempts.entered?.()
      }
      const result = await tryEntered(held, entered, enterNext, attempts, deps)
      const { channel, stay } = entered
      if (!('failure' in result)) {
        services.circuits.succeeded(channel.id, call.model, run.attempts.at(-1)?.ms)
        if (channel.keyId !== undefined) services.keyPools.succeeded(channel)
        return result
      }
      stay.leave()
      if (run.isStopped) recordAttemptError(run, channel, result.failure)
      throwIfStopped(run)
      last = recordFailedAttempt(run, channel, result.failure, deps)
      countFailedAttempt(run, channel, last, deps)
      if (last.verdict.tooLong) passed.tooSmall.push(channel)
      if (call.signal.aborted || !last.verdict.retry) break
    }
    throw last ?? unservedError(call, passed.full)
  } catch (error) {
    voidCall(held, deps)
    throw error
  }
}

/** Channels that take the call no more. */
interface PassedChannels {
  /** The request was too long for them. */
  tooSmall: Channel[]
  full: FullChannel[]
}

/**
 * Returns a function that enters the next channel that takes the call; it returns undefined when there is none, or
 * enough were tried. Its argument has the run of the attempt that is about to begin.
 */
function channelEntrance(
  held: HeldCall,
  { channels, hasPool }: Pick<Attempts, 'channels' | 'hasPool'>,
  { tooSmall, full }: PassedChannels,
  deps: RelayDeps,
): EnterNext {
  const { call, run } = held
  const order = (hasPool ? keyAttempts(channels, run, full, deps) : channels)[Symbol.iterator]()
  const tries = maxTries(deps.services.options.values)
  const tried = new Set<number>()
  return enterNext

  function enterNext(own: HeldCall): MaybePromise<EnteredChannel | undefined> {
    const next = order.next()
    if (next.done || (tried.size >= tries && !tried.has(next.value.id))) return undefined
    const channel = next.value
    if (tooSmall.length > 0 && !mayAcceptLonger(channel, tooSmall, call.model)) return enterNext(own)
    const entering = enterIfOpen(own, channel, full, deps)
    return entering instanceof Promise ? entering.then(take) : take(entering)

    function take(stay: ChannelStay | undefined): MaybePromise<EnteredChannel | undefined> {
      if (own.run !== run) run.wantsOtherKey = own.run.wantsOtherKey
      if (!stay) return enterNext(own)
      if (run.order?.includes(channel.id) === false) run.order = idsUpTo(channel, channels)
      tried.add(channel.id)
      return { channel, stay, mayRetry: tried.size < tries && channel.id !== channels.at(-1)?.id }
    }
  }
}

/** Returns the ids of the channels up to one of them; of all where it is none of them. */
export function idsUpTo(last: Channel | undefined, channels: readonly Channel[]): readonly number[] {
  const ids = channels.map(({ id }) => id)
  return last ? ids.slice(0, ids.indexOf(last.id) + 1) : ids
}

/**
 * Tries a channel, a second time where only its short-lived token was refused, and has its answer delivered. `entered`
 * becomes the channel whose outcome is returned.
 */
async function tryEntered(
  held: HeldCall,
  entered: EnteredChannel,
  enterNext: EnterNext,
  { isLastRoute, answer }: Attempts,
  deps: RelayDeps,
): Promise<RelayResponse | { failure: UpstreamFailure }> {
  const { run } = held
  const { inFlight } = deps.services
  const { id: first } = entered.channel
  const mayRetry = !isLastRoute || entered.mayRetry
  const hedgedAfter = entered.mayRetry ? hedgeAfter(held, entered.channel, deps) : undefined
  inFlight.begin(first)
  try {
    const tried =
      hedgedAfter === undefined
        ? await tryChannel(run, entered.channel, mayRetry, deps)
        : await tryHedged(held, entered, hedgedAfter, enterNext, deps)
    const { channel } = entered
    const result = 'failure' in tried ? tried : await answer(tried)
    if (!('failure' in result) || !shouldRenewToken(run, channel, result.failure, tried.accessToken)) return result
    const again = await tryChannel(run, channel, false, deps)
    return 'failure' in again ? again : await answer(again)
  } finally {
    inFlight.end(first)
  }
}

/** Whether only the short-lived token was refused, which its vendor may have ended early: the next one may work. */
function shouldRenewToken(run: CallRun, channel: Channel, failure: UpstreamFailure, access = ''): boolean {
  const isRefused = isTokenRefused(failure) && !run.call.signal.aborted && forgetAccessToken(channel, access)
  if (isRefused) recordAttemptError(run, channel, failure)
  return isRefused
}
