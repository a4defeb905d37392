import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createContext } from 'react'
import { ownTokenUsage, TOKEN_USAGE_DAYS, type TokenUsage } from '#contract/api/statistics.ts'
import { call } from '#web/lib/api.ts'

const FRESH_MS = 30_000

/** What the tokens of a page have used this month, and by day. */
export const tokenUsageQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['usage', 'tokens', ids],
    queryFn: ({ signal }) => {
      const query = { tokens: ids.join('\n'), ...usageTimes(new Date()) }
      return call(ownTokenUsage, { query }, signal)
    },
    select: (usages) => new Map(usages.map((usage) => [usage.token_id, usage])),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    enabled: ids.length > 0,
  })

/** Returns the local midnights, in Unix seconds, at which the month and the first of the shown days begin. */
export function usageTimes(now: Date): { month: number; start: number } {
  const at = (month: number, day: number) => new Date(now.getFullYear(), month, day).getTime() / 1000
  return {
    month: at(now.getMonth(), 1),
    start: at(now.getMonth(), now.getDate() - TOKEN_USAGE_DAYS + 1),
  }
}

/** Usage by token id for the cells of the list. */
export const TokenUsages = createContext<ReadonlyMap<number, TokenUsage> | undefined>(undefined)
