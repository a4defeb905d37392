import type { OptionValues } from '#contract/options.ts'
import type { Ledger } from '../money/ledger.ts'
import { addUnpaid, NOTHING_UNPAID } from '../money/unpaid.ts'
import type { Callers } from '../registry/callers.ts'

/** Answers that cost more than their owner had, so that the upstream is not paid again and again for what nobody gets. */
export interface Withheld {
  /**
   * Counts an answer whose price its owner could not pay; `unpaid` is the part that is not charged. In quota units.
   * Resolves when it survives the death of the process; rejects with billing_unavailable when it could not be written.
   */
  note(call: Unpayable, price: number, unpaid: number): Promise<void>
  /**
   * What a call needs to begin: the price of an answer to one of this node that asked for no more. Where the account has
   * reached the limit of a day, on all nodes together, the price of its dearest unpaid answer, whatever the call asks for.
   */
  least(call: Asked): Minimum | Promise<Minimum>
}

/** What a call needs to begin. */
export interface Minimum {
  /** In quota units. */
  units: number
  /** What the caller is told when it has not so much; undefined = that its balance does not suffice. */
  refusal?: 'unpaid_limit_reached'
}

/** What tells whether a call asks for as much as another. */
export interface Asked {
  model: string
  /** Estimated tokens of the input. */
  inputTokens: number
  /** The caller's limit on output tokens. */
  maxTokens: number | undefined
  user: { id: number }
  /** undefined = playground. */
  token: { id: number } | undefined
}

type Unpayable = Asked & { id: string }

interface Entry {
  token: number | undefined
  model: string
  inputTokens: number
  maxTokens: number
  units: number
  /** Milliseconds of a clock that nobody sets. */
  until: number
}

const KEPT_MS = 600_000
const MOST_OF_USER = 20

interface Parts {
  callers: Pick<Callers, 'userById'>
  ledger: Pick<Ledger, 'unpaid' | 'unsettledUnpaid'>
  options: { readonly values: Pick<OptionValues, 'UnpaidQuotaPerDay'> }
}

export function createWithheld(
  { callers, ledger, options }: Parts,
  now: () => number = () => performance.now(),
): Withheld {
  const byUser = new Map<number, Entry[]>()

  function current(user: number): Entry[] {
    const entries = byUser.get(user)
    if (!entries) return []
    const time = now()
    const left = entries.filter(({ until }) => until > time)
    if (left.length > 0) byUser.set(user, left)
    else byUser.delete(user)
    return left
  }

  /** The price of the dearest answer to calls that asked for no more, in quota units; 0 = there was none. */
  function leastOfCall({ user, token, model, inputTokens, maxTokens = Number.POSITIVE_INFINITY }: Asked): number {
    if (!byUser.has(user.id)) return 0
    const like = current(user.id).filter(
      (entry) =>
        entry.model === model &&
        entry.token === token?.id &&
        entry.inputTokens <= inputTokens &&
        entry.maxTokens <= maxTokens,
    )
    return Math.max(0, ...like.map(({ units }) => units))
  }

  function minimum(call: Asked, stored = NOTHING_UNPAID): Minimum {
    const units = leastOfCall(call)
    const unpaid = addUnpaid(stored, ledger.unsettledUnpaid(call.user.id))
    const isLimited = unpaid.units >= options.values.UnpaidQuotaPerDay && unpaid.dearest > units
    return isLimited ? { units: unpaid.dearest, refusal: 'unpaid_limit_reached' } : { units }
  }

  return {
    note(call, price, unpaid) {
      const entry = {
        token: call.token?.id,
        model: call.model,
        inputTokens: call.inputTokens,
        maxTokens: call.maxTokens ?? Number.POSITIVE_INFINITY,
        units: price,
        until: now() + KEPT_MS,
      }
      for (const user of byUser.keys()) current(user)
      byUser.set(call.user.id, [...current(call.user.id), entry].slice(-MOST_OF_USER))
      const at = Math.floor(Date.now() / 1000)
      return ledger.unpaid({ t: 'unpaid', id: call.id, at, user: call.user.id, price, units: unpaid })
    },
    least(call) {
      // What the call knows of its user is as old as its head: a body may take minutes.
      const user = callers.userById(call.user.id)
      return user instanceof Promise ? user.then((facts) => minimum(call, facts?.unpaid)) : minimum(call, user?.unpaid)
    },
  }
}
