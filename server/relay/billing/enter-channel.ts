import { andThen, type MaybePromise } from '../../async/and-then.ts'
import type { AppliedLimits } from '../../limits/applied-limits.ts'
import type { Hold } from '../../money/hold.ts'
import type { Channel } from '../../registry/channels.ts'
import type { RelayDeps } from '../deps.ts'
import type { Progress } from '../request/progress.ts'
import { expectedTokens } from './reserve.ts'

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

const UNLIMITED: ChannelStay = { leave() {} }

/**
 * Counts an attempt in the limits of its channel, and holds what the call may cost in the channel's budgets as well.
 * Does not wait for other calls: another channel may be free.
 */
export function enterChannel(
  progress: Progress,
  channel: Channel,
  hold: Hold,
  deps: RelayDeps,
): MaybePromise<ChannelStay | FullChannel> {
  if (!channel.limits) return UNLIMITED
  const { callLimits } = deps.services
  const applied: AppliedLimits = { scope: 'channel', subject: String(channel.id), limits: channel.limits }
  const counted = callLimits.admit([applied], expectedTokens(progress.call))
  return andThen(counted, async (admission) => {
    if ('measure' in admission) return { fullUntil: admission.resetsAt }
    const budgets = callLimits.budgetsOf([applied], progress.call.model)
    const joined = await joinBudgets(hold, budgets, deps)
    if (!joined) {
      admission.undo()
      return { fullUntil: Math.min(...budgets.map(({ end }) => end)) }
    }
    progress.admissions.push(admission)
    return {
      leave() {
        admission.end(0)
        progress.admissions.splice(progress.admissions.indexOf(admission), 1)
        joined.leave()
      },
    }
  })
}

/** Adds a channel's budgets to a hold. undefined = one of them does not cover it, or cannot be read. */
async function joinBudgets(
  hold: Hold,
  budgets: ReturnType<RelayDeps['services']['callLimits']['budgetsOf']>,
  { services, accounting }: RelayDeps,
): Promise<{ leave(): void } | undefined> {
  if (budgets.length === 0) return UNLIMITED
  try {
    return await accounting.wallet.join(hold, await services.callLimits.ownersOf(budgets))
  } catch (error) {
    services.log.warn({ error: String(error) }, 'the budgets of a channel cannot be read')
    return undefined
  }
}
