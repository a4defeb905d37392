import { consoleUsageByUser } from '#contract/api/family-console.ts'
import { MAX_PAGE_SIZE } from '#contract/api/fields.ts'
import * as api from '#contract/api/statistics.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { HOUR } from '../../money/rollups/hours.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { exportUsage } from './usage/export.ts'
import { usageByPart } from './usage/parts/parts.ts'
import { findUserId, usageOfAll, usageOfUser } from './usage/queries.ts'
import { usageOfTokens } from './usage/token-days.ts'

const DAY = 86_400
const LONGEST_MONTH_DAYS = 31

/** Usage from the hourly roll-ups: of all users for administrators, of themselves for users. */
export function statisticsRoutes(routes: Routes): void {
  routes.guarded(api.usageData, async ({ services, query: { username, by = 'model', ...query } }) => {
    const { reads } = services.store
    const range = lastMonth(query)
    const userId = username ? await findUserId(reads, username) : undefined
    if (username && userId === undefined) return []
    if (by !== 'model') return usageByPart(reads, by, { ...range, userId })
    return userId === undefined ? usageOfAll(reads, range) : usageOfUser(reads, { ...range, userId }, username)
  })
  routes.guarded(consoleUsageByUser, async ({ services, query }) => {
    const hours = await usageByPart(services.store.reads, 'user', { ...lastMonth(query), userId: undefined })
    return hours.map(({ by_name = '', created_at, token_used, count, quota }) => ({
      ...{ username: by_name, created_at, token_used, count, quota },
    }))
  })
  routes.guarded(api.ownUsageData, ({ services, actor, query }) => {
    const range = lastMonth(query)
    if (range.end - range.start > api.MAX_USAGE_SECONDS) throw new ApiError('usage_range_too_long')
    const filter = { ...range, userId: actor.id }
    return query.by === 'token'
      ? usageByPart(services.store.reads, 'token', filter)
      : usageOfUser(services.store.reads, filter, actor.username)
  })
  routes.guarded(api.ownTokenUsage, ({ services, actor, query: { tokens = [], start, month } }) => {
    const today = nowInSeconds()
    return usageOfTokens(services.store.reads, {
      userId: actor.id,
      tokenIds: tokens.slice(0, MAX_PAGE_SIZE),
      // No more than the reader sees is read, whatever is asked.
      start: Math.max(start ?? 0, today - api.TOKEN_USAGE_DAYS * DAY),
      month: Math.max(month ?? 0, today - LONGEST_MONTH_DAYS * DAY),
      days: api.TOKEN_USAGE_DAYS,
    })
  })
  routes.guarded(api.exportUsage, async ({ services, query }) => {
    const { reads } = services.store
    // No user has the id 0, so an unknown name finds nothing.
    const userId = query.username ? ((await findUserId(reads, query.username)) ?? 0) : undefined
    return exportUsage(
      reads,
      { ...query, ...anyTime(query), userId },
      query,
      services.options.values.QuotaPerUnit,
      true,
    )
  })
  routes.guarded(api.exportOwnUsage, ({ services, actor, query }) => {
    const filter = { ...query, ...anyTime(query), userId: actor.id }
    return exportUsage(services.store.reads, filter, query, services.options.values.QuotaPerUnit, false)
  })
}

interface TimestampQuery {
  start_timestamp: number | undefined
  end_timestamp: number | undefined
}

/** The hours of a list: until now, and 30 days of it, by default. */
function lastMonth({ start_timestamp, end_timestamp }: TimestampQuery) {
  const end = end_timestamp || nowInSeconds()
  return { start: start_timestamp ?? end - api.MAX_USAGE_SECONDS, end }
}

/** The hours of an export: all of them by default. */
function anyTime({ start_timestamp, end_timestamp }: TimestampQuery) {
  return { start: start_timestamp || 0, end: end_timestamp || nowInSeconds() + HOUR }
}
