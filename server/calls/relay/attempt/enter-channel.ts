import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { KeyedChannel } from '../../key-pools/key-pools.ts'
import { Admission } from '../../limits/admission.ts'
import type { AppliedLimits } from '../../limits/applied-limits.ts'
import { secondsUntil } from '../admit/count-in-limits.ts'
import { waitWords } from '../admit/wait-words.ts'
import type { Call } from '../call/call.ts'
import type { HeldCall } from '../call/held-call.ts'
import { expectedTokens } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { isKeyed } from './key-failures.ts'

/** A channel that takes no further call now. */
export interface FullChannel {
  /** Milliseconds since the epoch after which it may take one; undefined = when one of its calls ends. */
  fullUntil: number | undefined
}

/** What an attempt has taken of its channel's limits. */
export interface ChannelStay {
  /** The attempt has failed: it counts as a call, and for nothing else. */
  leave(): void
}

/** A channel that a call has entered. */
export interface EnteredChannel {
  channel: Channel
  stay: ChannelStay
  /** Another channel of the route may follow. */
  mayRetry: boolean
}

/** Enters the next channel that takes a call; undefined = there is none, or enough were tried. */
export type EnterNext = (held: HeldCall) => MaybePromise<EnteredChannel | undefined>

const UNLIMITED: Stay = { leave() {}, undo() {} }

/** The same, which can also be taken back as if it had never been. */
interface Stay extends ChannelStay {
  undo(): void
}

/**
 * Enters a channel that takes the call now. undefined = it is passed over: it was disabled after the order was made, or
 * it is full and was added to `full`; the next of the order takes its place.
 */
export function enterIfOpen(
  held: HeldCall,
  channel: Channel,
  full: FullChannel[],
  deps: RelayDeps,
): MaybePromise<ChannelStay | undefined> {
  if (deps.services.channels.byId(channel.id)?.status !== CHANNEL_STATUS.enabled) return undefined
  if (!channel.limits && channel.keyId === undefined) return UNLIMITED
  return andThen(enterChannel(held, channel, deps), (stay) => {
    if (!('fullUntil' in stay)) return stay
    full.push(stay)
    return undefined
  })
}

/**
 * Counts an attempt in the limits of its channel and of the key that it uses, and holds what the call may cost in their
 * budgets as well. A budget with a rest takes the call, and its answer is delivered whatever that costs: it bounds what
 * the operator spends, not what the caller pays. Does not wait for other calls: another channel may be free.
 */
function enterChannel(held: HeldCall, channel: Channel, deps: RelayDeps): MaybePromise<ChannelStay | FullChannel> {
  const subject = String(channel.id)
  const entering = channel.limits
    ? enterLimits(held, { scope: 'channel', subject, limits: channel.limits }, deps)
    : UNLIMITED
  if (!isKeyed(channel)) return entering
  return andThen(entering, (stay) => ('fullUntil' in stay ? stay : enterKey(held, channel, stay, deps)))
}

function enterKey(
  held: HeldCall,
  channel: KeyedChannel,
  outer: Stay,
  deps: RelayDeps,
): MaybePromise<ChannelStay | FullChannel> {
  const { keyId, keyLimits: limits } = channel
  const entering = limits ? enterLimits(held, { scope: 'key', subject: String(keyId), limits }, deps) : UNLIMITED
  return andThen(entering, (inner) => {
    if ('fullUntil' in inner) {
      outer.undo()
      deps.services.keyPools.full(channel)
      held.run.wantsOtherKey = 'full'
      return inner
    }
    const use = occupyKey(held, channel, deps)
    return {
      leave() {
        for (const stay of [use, inner, outer]) stay.leave()
      },
    }
  })
}

/** Counts a call among those in progress of the key that it uses, until it ends. */
export function occupyKey(
  { admissions }: Pick<HeldCall, 'admissions'>,
  channel: KeyedChannel,
  { services }: Pick<RelayDeps, 'services'>,
): ChannelStay {
  const admission = new Admission(0)
  admission.add({ kind: 'slot', slots: { give: services.keyPools.begin(channel) }, limit: 0 })
  admissions.push(admission)
  return { leave: () => endOne(admissions, admission) }
}

function endOne(admissions: Admission[], admission: Admission): void {
  admission.end(0)
  admissions.splice(admissions.indexOf(admission), 1)
}

function enterLimits(
  { call, hold, admissions }: HeldCall,
  applied: AppliedLimits,
  deps: RelayDeps,
): MaybePromise<Stay | FullChannel> {
  const { callLimits } = deps.services
  const counted = callLimits.admit([applied], () => expectedTokens(call))
  return andThen(counted, async (admission) => {
    if ('measure' in admission) return { fullUntil: admission.resetsAt }
    const budgets = callLimits.budgetsOf([applied], call.model)
    const joined = await joinBudgets(hold, budgets, deps)
    if ('fullUntil' in joined) {
      admission.undo()
      return joined
    }
    admissions.push(admission)
    const leave = () => {
      endOne(admissions, admission)
      joined.leave()
    }
    return {
      leave,
      undo() {
        admission.undo()
        leave()
      },
    }
  })
}

/** Adds the budgets of a channel or a key to a hold. Those that cannot be read count as full for a moment. */
async function joinBudgets(
  hold: Hold,
  budgets: ReturnType<RelayDeps['services']['callLimits']['budgetsOf']>,
  { services, accounting }: RelayDeps,
): Promise<{ leave(): void } | FullChannel> {
  if (budgets.length === 0) return UNLIMITED
  try {
    const owners = await services.callLimits.ownersOf(budgets)
    const joined = await accounting.wallet.join(hold, owners)
    if ('leave' in joined) return joined
    const { full, mayRegain } = joined
    return { fullUntil: mayRegain ? undefined : budgets[owners.findIndex(({ id }) => id === full.id)]?.end }
  } catch (error) {
    services.log.warn({ error: String(error) }, 'the budgets of a channel cannot be read')
    return { fullUntil: undefined }
  }
}

/** Returns the error for a call that no channel was tried for. */
export function unservedError({ group, model }: Pick<Call, 'group' | 'model'>, full: readonly FullChannel[]): ApiError {
  if (full.length === 0) return new ApiError('no_channel', { group, model })
  const seconds = Math.min(...full.map(({ fullUntil }) => secondsUntil(fullUntil)))
  return new ApiError('channels_at_limit', { model, wait: waitWords(seconds) }, undefined, seconds)
}
