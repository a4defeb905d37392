/** Answers that cost more than their owner had, so that the upstream is not paid again and again for what nobody gets. */
export interface Withheld {
  /** Counts an answer whose price its owner could not pay; `unpaid` is the part that was not charged. In quota units. */
  note(call: Asked, price: number, unpaid: number): void
  /**
   * Quota units without which a call must not begin: the price of an answer to one that asked for no more. Where the
   * account has cost its operator `MAX_UNPAID_UNITS` within a day, the price of its dearest unpaid answer, whatever the
   * call asks for.
   */
  least(call: Asked): number
}

/** Quota units ($0.10) that the unpaid answers of one account may cost its operator on one node within a day. */
export const MAX_UNPAID_UNITS = 50_000

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

interface Entry {
  token: number | undefined
  model: string
  inputTokens: number
  maxTokens: number
  units: number
  /** Milliseconds of a clock that nobody sets. */
  until: number
}

/** The unpaid answers of one account. They are forgotten a day after the first. */
interface Unpaid {
  units: number
  dearest: number
  /** Milliseconds of a clock that nobody sets. */
  until: number
}

const KEPT_MS = 600_000
const DAY_MS = 86_400_000
const MOST_OF_USER = 20

export function createWithheld(now: () => number = () => performance.now()): Withheld {
  const byUser = new Map<number, Entry[]>()
  const unpaid = new Map<number, Unpaid>()

  function addUnpaid(user: number, price: number, units: number): void {
    for (const [id, { until }] of unpaid) if (until <= now()) unpaid.delete(id)
    const before = unpaid.get(user) ?? { units: 0, dearest: 0, until: now() + DAY_MS }
    unpaid.set(user, { ...before, units: before.units + units, dearest: Math.max(before.dearest, price) })
  }

  /** What every call of an account needs; 0 = the account has not passed its bound. */
  function leastOfAccount(user: number): number {
    const known = unpaid.get(user)
    return known && known.until > now() && known.units >= MAX_UNPAID_UNITS ? known.dearest : 0
  }

  function current(user: number): Entry[] {
    const entries = byUser.get(user)
    if (!entries) return []
    const time = now()
    const left = entries.filter(({ until }) => until > time)
    if (left.length > 0) byUser.set(user, left)
    else byUser.delete(user)
    return left
  }

  return {
    note(call, price, unpaidUnits) {
      const entry = {
        token: call.token?.id,
        model: call.model,
        inputTokens: call.inputTokens,
        maxTokens: call.maxTokens ?? Number.POSITIVE_INFINITY,
        units: price,
        until: now() + KEPT_MS,
      }
      addUnpaid(call.user.id, price, unpaidUnits)
      for (const user of byUser.keys()) current(user)
      byUser.set(call.user.id, [...current(call.user.id), entry].slice(-MOST_OF_USER))
    },
    least(call) {
      const ofAccount = leastOfAccount(call.user.id)
      if (!byUser.has(call.user.id)) return ofAccount
      const { model, inputTokens, maxTokens = Number.POSITIVE_INFINITY } = call
      const like = current(call.user.id).filter(
        (entry) =>
          entry.model === model &&
          entry.token === call.token?.id &&
          entry.inputTokens <= inputTokens &&
          entry.maxTokens <= maxTokens,
      )
      return Math.max(ofAccount, ...like.map(({ units }) => units))
    },
  }
}
