import type { Call } from './call.ts'

/** Answers that cost more than their owner had, so that the upstream is not paid again and again for what nobody gets. */
export interface Withheld {
  note(call: Asked, units: number): void
  /** Quota units without which a call had better not begin: those of an answer to one that asked for no more. */
  least(call: Asked): number
}

/** What tells whether a call asks for as much as another. */
export type Asked = Pick<Call, 'model' | 'inputTokens' | 'maxTokens'> & {
  user: Pick<Call['user'], 'id'>
  token: Pick<NonNullable<Call['token']>, 'id'> | undefined
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

const KEPT_MS = 600_000
const MOST_OF_USER = 20

export function createWithheld(now: () => number = () => performance.now()): Withheld {
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

  return {
    note(call, units) {
      const entry = {
        token: call.token?.id,
        model: call.model,
        inputTokens: call.inputTokens,
        maxTokens: call.maxTokens ?? Number.POSITIVE_INFINITY,
        units,
        until: now() + KEPT_MS,
      }
      for (const user of byUser.keys()) current(user)
      byUser.set(call.user.id, [...current(call.user.id), entry].slice(-MOST_OF_USER))
    },
    least(call) {
      if (!byUser.has(call.user.id)) return 0
      const { model, inputTokens, maxTokens = Number.POSITIVE_INFINITY } = call
      const like = current(call.user.id).filter(
        (entry) =>
          entry.model === model &&
          entry.token === call.token?.id &&
          entry.inputTokens <= inputTokens &&
          entry.maxTokens <= maxTokens,
      )
      return Math.max(0, ...like.map(({ units }) => units))
    },
  }
}
