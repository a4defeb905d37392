import * as api from '#contract/api/statistics.ts'
import { Failure } from '../errors/api-error.ts'
import { HOUR } from '../rollups/hours.ts'
import type { Routes } from '../sessions/bind.ts'
import { exportUsage } from './usage/export.ts'
import { usageByPart } from './usage/parts.ts'
import { usageOfAll, usageOfUser, userIdOf } from './usage/queries.ts'

/** Usage from the hourly roll-ups: of everybody for administrators, of oneself for users. */
export function statisticsRoutes(routes: Routes): void {
  routes.guarded(api.usageData, async ({ services, query: { username, by = 'model', ...query } }) => {
    const { reads } = services.store
    const range = lastMonth(query)
    const userId = username ? await userIdOf(reads, username) : undefined
    if (username && userId === undefined) return []
    if (by !== 'model') return usageByPart(reads, by, { ...range, userId })
    return userId === undefined ? usageOfAll(reads, range) : usageOfUser(reads, { ...range, userId }, username)
  })
  routes.guarded(api.ownUsageData, ({ services, actor, query }) => {
    const range = lastMonth(query)
    if (range.end - range.start > api.MOST_USAGE_SECONDS) throw new Failure('usage_range_too_long')
    const filter = { ...range, userId: actor.id }
    return query.by === 'token'
      ? usageByPart(services.store.reads, 'token', filter)
      : usageOfUser(services.store.reads, filter, actor.username)
  })
  routes.guarded(api.exportUsage, async ({ services, query }) => {
    const { reads } = services.store
    // Nobody has the id 0: an unknown name finds nothing.
    const userId = query.username ? ((await userIdOf(reads, query.username)) ?? 0) : undefined
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

interface Asked {
  start_timestamp: number | undefined
  end_timestamp: number | undefined
}

/** The hours that a list is about: up to now, and 30 days of it, unless asked otherwise. */
function lastMonth({ start_timestamp, end_timestamp }: Asked) {
  const end = end_timestamp || Math.floor(Date.now() / 1000)
  return { start: start_timestamp ?? end - api.MOST_USAGE_SECONDS, end }
}

/** The hours that a file is about: all of them unless asked otherwise. */
function anyTime({ start_timestamp, end_timestamp }: Asked) {
  return { start: start_timestamp || 0, end: end_timestamp || Math.floor(Date.now() / 1000) + HOUR }
}
