import { listLogs as listEndpoint, listOwnLogs, logStat, ownLogStat } from '#contract/api/logs.ts'
import type { Routes } from '../http/bind.ts'
import { presentLog, presentOwnLog } from './present.ts'
import { listLogs, readStat } from './queries.ts'

/** The log and its sums: of everybody for administrators, of oneself for users. */
export function logRoutes(routes: Routes): void {
  routes.guarded(listEndpoint, async ({ services, query }) => {
    const { rows, total } = await listLogs(services.store.db, query, listingOf(query))
    return { items: rows.map(presentLog), page: query.p, page_size: query.page_size, total }
  })
  routes.guarded(listOwnLogs, async ({ services, actor, query }) => {
    const { rows, total } = await listLogs(services.store.db, { ...query, userId: actor.id }, listingOf(query))
    return { items: rows.map(presentOwnLog), page: query.p, page_size: query.page_size, total }
  })
  routes.guarded(logStat, ({ services, query }) => readStat(services.store.db, query, seconds()))
  routes.guarded(ownLogStat, ({ services, actor, query }) =>
    readStat(services.store.db, { ...query, userId: actor.id }, seconds()),
  )
}

const seconds = () => Math.floor(Date.now() / 1000)

const listingOf = <Q extends { p: number; page_size: number }>(query: Q) => ({
  ...query,
  offset: (query.p - 1) * query.page_size,
  limit: query.page_size,
})
