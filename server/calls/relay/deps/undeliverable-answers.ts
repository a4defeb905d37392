import type { OptionValues } from '#contract/options.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Ledger } from '../../../money/accounting/ledger.ts'
import type { BoughtAnswer } from '../../../money/accounting/records.ts'
import { addUnpaid, NOTHING_UNPAID, type Unpaid } from '../../../money/accounting/unpaid.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import type { Callers } from '../../registry/callers.ts'

/**
 * Tracks answers that cost more than their owner had, so that the upstream is not paid repeatedly for answers that
 * are never delivered.
 */
export interface UndeliverableAnswers {
  /**
   * Records an answer whose price its owner could not pay; `unpaid` is the part that is not charged. In quota
   * units. `bought`: what the vendor charges, where nothing of the answer is charged. Resolves when the record survives the death of the process; rejects with billing_unavailable when it
   * could not be written.
   */
  record(call: UndeliverableCall, price: number, unpaid: number, bought?: BoughtAnswer): Promise<void>
  /**
   * Returns what a call needs to start: the price of an undeliverable answer on this node to a call that asked for
   * no more. Where the account has reached the daily limit, on all nodes together, the price of its most expensive
   * unpaid answer, whatever the call asks for.
   */
  minimumFor(call: CallSize): MaybePromise<MinimumUnits>
  /** Whether an account has reached the daily limit of what it may cost unpaid, on all nodes together. */
  isAtLimit(user: { id: number }): MaybePromise<boolean>
}

/** What a call needs to start. */
export interface MinimumUnits {
  /** In quota units. */
  units: number
  /**
   * The error for the caller when its balance is smaller; undefined = the usual error for an insufficient balance.
   */
  refusal?: 'unpaid_limit_reached'
}

/** The facts by which calls are compared: whether one asks for as much as another. */
export interface CallSize {
  model: string
  /** Estimated tokens of the input. */
  inputTokens: number
  /** The caller's limit on output tokens. */
  maxTokens: number | undefined
  user: { id: number }
  /** undefined = playground. */
  token: { id: number } | undefined
}

type UndeliverableCall = CallSize & { id: string }

interface UndeliverableEntry {
  token: number | undefined
  model: string
  inputTokens: number
  maxTokens: number
  units: number
  /** Milliseconds of a monotonic clock. */
  until: number
}

const NO_MINIMUM: MinimumUnits = { units: 0 }
const REMEMBERED_MS = 600_000
const MAX_PER_USER = 20

interface Parts {
  callers: Pick<Callers, 'userById'>
  ledger: Pick<Ledger, 'unpaid' | 'unsettledUnpaid'>
  options: { readonly values: Pick<OptionValues, 'UnpaidQuotaPerDay'> }
}

export function createUndeliverableAnswers(
  { callers, ledger, options }: Parts,
  now: () => number = () => performance.now(),
): UndeliverableAnswers {
  const byUser = new Map<number, UndeliverableEntry[]>()

  function current(user: number): UndeliverableEntry[] {
    const entries = byUser.get(user)
    if (!entries) return []
    const time = now()
    const left = entries.filter(({ until }) => until > time)
    if (left.length > 0) byUser.set(user, left)
    else byUser.delete(user)
    return left
  }

  /**
   * Returns the price of the most expensive undeliverable answer to calls that asked for no more, in quota units; 0
   * = there was none.
   */
  function leastOfCall(call: CallSize): number {
    if (!byUser.has(call.user.id)) return 0
    const { user, token, model, inputTokens, maxTokens = Number.POSITIVE_INFINITY } = call
    const like = current(user.id).filter(
      (entry) =>
        entry.model === model &&
        entry.token === token?.id &&
        entry.inputTokens <= inputTokens &&
        entry.maxTokens <= maxTokens,
    )
    return Math.max(0, ...like.map(({ units }) => units))
  }

  /** Whether nothing is known of a user that could raise a hold. */
  const isClear = (user: number, stored: Unpaid = NOTHING_UNPAID) =>
    !byUser.has(user) && stored.dearest === 0 && ledger.unsettledUnpaid(user).dearest === 0

  const unpaidOf = (user: number, stored: Unpaid = NOTHING_UNPAID) => addUnpaid(stored, ledger.unsettledUnpaid(user))
  const isLimitReached = ({ units }: Unpaid) => units >= options.values.UnpaidQuotaPerDay

  function minimum(call: CallSize, stored = NOTHING_UNPAID): MinimumUnits {
    if (isClear(call.user.id, stored)) return NO_MINIMUM
    const units = leastOfCall(call)
    const unpaid = unpaidOf(call.user.id, stored)
    const isLimited = isLimitReached(unpaid) && unpaid.dearest > units
    return isLimited ? { units: unpaid.dearest, refusal: 'unpaid_limit_reached' } : { units }
  }

  return {
    record(call, price, unpaid, bought) {
      const entry = {
        token: call.token?.id,
        model: call.model,
        inputTokens: call.inputTokens,
        maxTokens: call.maxTokens ?? Number.POSITIVE_INFINITY,
        units: price,
        until: now() + REMEMBERED_MS,
      }
      for (const user of byUser.keys()) current(user)
      byUser.set(call.user.id, [...current(call.user.id), entry].slice(-MAX_PER_USER))
      const at = nowInSeconds()
      const record = { t: 'unpaid' as const, id: call.id, at, user: call.user.id, price, units: unpaid }
      return ledger.unpaid(bought ? { ...record, bought } : record)
    },
    isAtLimit({ id }) {
      return andThen(callers.userById(id), (user) => isLimitReached(unpaidOf(id, user?.unpaid)))
    },
    minimumFor(call) {
      // The call's user facts are as old as its head: a body may take minutes to arrive.
      const user = callers.userById(call.user.id)
      return user instanceof Promise ? user.then((found) => minimum(call, found?.unpaid)) : minimum(call, user?.unpaid)
    },
  }
}
