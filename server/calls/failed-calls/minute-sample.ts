const MINUTE_MS = 60_000
const MAX_SUMMARIES = 50

/** How many rows the failed calls of one user, and of all users, may have in a minute. */
export interface RowBounds {
  user: number
  all: number
}

/** Calls of one user that got no row in a minute: their number, and the last of them. */
export interface UnlistedCalls<Call> {
  count: number
  last: Call
}

/** Chooses the failed calls that get rows of their own: the first of each minute, up to limits. */
export interface MinuteSample<Call> {
  /** Whether the call gets a row; otherwise it is counted for its user. */
  admits(call: Call): boolean
  /**
   * Begins the next minute when this one is over, or at once with `force`. Returns what got no row in the old one, of
   * the users with the most such calls.
   */
  nextMinute(force?: boolean): UnlistedCalls<Call>[]
  /** Whether calls of this minute got no row. */
  hasUnlisted(): boolean
}

export function createMinuteSample<Call extends { user: number }>(
  limits: RowBounds,
  now: () => number,
): MinuteSample<Call> {
  let startedAt = now()
  let listedOfAll = 0
  let listed = new Map<number, number>()
  let unlisted = new Map<number, UnlistedCalls<Call>>()
  return {
    admits(call) {
      const listedOfUser = listed.get(call.user) ?? 0
      if (listedOfUser < limits.user && listedOfAll < limits.all) {
        listed.set(call.user, listedOfUser + 1)
        listedOfAll += 1
        return true
      }
      unlisted.set(call.user, { count: (unlisted.get(call.user)?.count ?? 0) + 1, last: call })
      return false
    },
    nextMinute(force = false) {
      if (!force && now() - startedAt < MINUTE_MS) return []
      const most = [...unlisted.values()].sort((a, b) => b.count - a.count).slice(0, MAX_SUMMARIES)
      startedAt = now()
      listedOfAll = 0
      listed = new Map()
      unlisted = new Map()
      return most
    },
    hasUnlisted: () => unlisted.size > 0,
  }
}
