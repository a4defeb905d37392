import type { TokenUsage } from '#contract/api/statistics.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { daysOfTokens } from './queries.ts'

const DAY = 86_400

/** What tokens of a user have used: since `month`, and on each of the days from `start` on. Unix seconds. */
export interface TokenDaysFilter {
  userId: number
  tokenIds: readonly number[]
  start: number
  month: number
  days: number
}

/** Reads what each of the tokens has used, in one query. Tokens of others count as unused. */
export async function usageOfTokens(db: Queryable, filter: TokenDaysFilter): Promise<TokenUsage[]> {
  const { tokenIds, days } = filter
  const none = () => Array<number>(days).fill(0)
  const byId = new Map(tokenIds.map((id) => [id, { token_id: id, month: 0, days: none(), calls: none() }]))
  if (byId.size === 0) return []
  for (const { token_id, day, quota, calls, month } of await daysOfTokens(db, filter, DAY)) {
    const usage = byId.get(token_id)
    if (!usage) continue
    usage.month += month
    if (day < 0 || day >= days) continue
    usage.days[day] = quota
    usage.calls[day] = calls
  }
  return [...byId.values()]
}
