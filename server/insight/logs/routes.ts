import type { Parsed } from '#contract/api/endpoint.ts'
import * as api from '#contract/api/logs.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import type { TokenFacts, UserFacts } from '../../calls/registry/callers.ts'
import type { WholeLog } from '../../money/receipts/whole-rows.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { usersAbove } from '../../people/users/queries.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { replyLanguage } from '../../platform/http/language.ts'
import { beside, page } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'
import { readDeletion, startDeletion } from './deletion.ts'
import { exportLogs } from './export.ts'
import type { LogFilter } from './filter.ts'
import { readFacets } from './overview/facets.ts'
import { readHistogram } from './overview/histogram.ts'
import { presentLog, presentOwnLog } from './present.ts'
import { findLog, listLogs, listLogsAfter, listTokenLogs, searchLogs, searchOwnLogs } from './queries.ts'
import { readTokenUsage } from './token-usage.ts'
import { readStat } from './totals/queries.ts'

/** The log and its sums: of all users for administrators, of themselves for users. */
export function logRoutes(routes: Routes): void {
  routes.guarded(api.listLogs, async ({ services, actor, query }) => {
    const { rows, ...counted } = await readList(services, await seenBy(services, actor, query), query)
    const items = rows.map((row) => withChannelName(services, presentLog(row)))
    return { items, page: query.p, page_size: query.page_size, ...counted }
  })
  routes.guarded(api.listOwnLogs, async ({ services, actor, query }) => {
    const { rows, ...counted } = await readList(services, { ...query, userId: actor.id }, query)
    return { items: rows.map(presentOwnLog), page: query.p, page_size: query.page_size, ...counted }
  })
  routes.guarded(api.getLog, async ({ services, actor, params }) => {
    const seen = await seenBy(services, actor, NO_FILTER)
    return withChannelName(services, presentLog(required(await findLog(services.store.reads, params.id, seen))))
  })
  routes.guarded(api.getOwnLog, async ({ services, actor, params }) =>
    presentOwnLog(required(await findLog(services.store.reads, params.id, { ...NO_FILTER, userId: actor.id }))),
  )
  routes.guarded(api.logStat, ({ services, query }) => readStat(services.store.reads, query, nowInSeconds()))
  routes.guarded(api.ownLogStat, ({ services, actor, query }) =>
    readStat(services.store.reads, { ...query, userId: actor.id }, nowInSeconds()),
  )
  routes.guarded(api.logHistogram, async ({ services, actor, query }) =>
    histogram(services, await seenBy(services, actor, query), query),
  )
  routes.guarded(api.ownLogHistogram, ({ services, actor, query }) =>
    histogram(services, { ...query, userId: actor.id }, query),
  )
  routes.guarded(api.logFacets, async ({ services, actor, query }) =>
    readFacets(services.store.reads, await seenBy(services, actor, query)),
  )
  routes.guarded(api.ownLogFacets, ({ services, actor, query }) =>
    readFacets(services.store.reads, { ...query, userId: actor.id }),
  )
  routes.guarded(api.searchLogs, async ({ services, actor, query }) => {
    const rows = await searchLogs(services.store.reads, query.keyword, await seenBy(services, actor, NO_FILTER))
    return rows.map((row) => withChannelName(services, presentLog(row)))
  })
  routes.guarded(api.searchOwnLogs, async ({ services, actor, query }) =>
    (await searchOwnLogs(services.store.reads, actor.id, query.keyword)).map(presentOwnLog),
  )
  routes.guarded(api.deleteLogs, async ({ services, by, query }) => {
    if (!query.target_timestamp) throw new ApiError('log_time_required')
    return (await startDeletion(services, by, query.target_timestamp)).rows
  })
  routes.guarded(api.logDeletion, ({ services }) => readDeletion(services))
  routes.guarded(api.exportLogs, async ({ services, actor, query }) =>
    exportLogs(services.store.reads, await seenBy(services, actor, query)),
  )
  routes.guarded(api.exportOwnLogs, ({ services, actor, query }) =>
    exportLogs(services.store.reads, { ...query, userId: actor.id }),
  )
  routes.open(api.tokenLogs, async ({ services, context, query }) => {
    const token = await findLogToken(services, context, query.key)
    const { rows, total } = await listTokenLogs(services.store.reads, token.id, listingOf(query))
    return page(rows.map(presentOwnLog), total)
  })
  routes.open(api.tokenUsage, async ({ services, context, query }) => {
    const token = await findLogToken(services, context, query.key)
    await services.limits.billing(token.userId)
    return beside(await readTokenUsage(services, token), { code: true, message: 'ok' })
  })
}

const NO_FILTER: LogFilter = { token_name: '', model_name: '', request_id: '' }

/** A filter without rows that an administrator must not see: those of the wallets of root and of other administrators. */
const seenBy = async <Filter extends LogFilter>({ store }: Platform, actor: UserFacts, filter: Filter) => ({
  ...filter,
  hiddenWallets: await usersAbove(store.reads, actor),
})

/**
 * Returns the token whose log is requested, from `Authorization` or from the `key` parameter. An exhausted or
 * expired token is accepted as well, and its owner's language is the reply's if the request prefers none. Throws
 * token_missing, token_invalid, caller_banned or ip_not_allowed.
 */
async function findLogToken({ callers }: Calls, c: Context, sent: string): Promise<TokenFacts> {
  const text = (c.req.header('authorization') ?? sent).replace(/^Bearer\s+/i, '').trim()
  const whole = text.replace(/^sk-/, '')
  if (!whole) throw new ApiError('token_missing')
  // A channel may follow the key, and imported keys may hold a dash themselves.
  const [key = ''] = whole.split(/[-#]/)
  const token = (await callers.tokenByKey(whole)) ?? (key === whole ? undefined : await callers.tokenByKey(key))
  if (!token) throw new ApiError('token_invalid')
  const owner = await callers.userById(token.userId)
  c.set('language', replyLanguage(c.req.header('accept-language'), owner?.language, c.var.language))
  if (owner?.status !== USER_STATUS.enabled) throw new ApiError('caller_banned')
  if (token.ips && !token.ips.has(c.var.origin.ip)) throw new ApiError('ip_not_allowed')
  return token
}

function readList({ store }: Platform, filter: LogFilter, query: Parsed<typeof api.listOwnLogs>['query']) {
  const { after_id, page_size, count } = query
  return after_id === undefined
    ? listLogs(store.reads, filter, listingOf(query), count === 'capped')
    : listLogsAfter(store.reads, filter, after_id, page_size)
}

/** Adds the present name of the row's channel. */
function withChannelName({ channels }: Calls, log: api.Log): api.Log {
  const channel = channels.byId(log.channel)
  return channel ? { ...log, channel_name: channel.name } : log
}

function required(row: WholeLog | undefined): WholeLog {
  if (!row) throw new ApiError('record_not_found')
  return row
}

const histogram = (
  { store }: Platform,
  filter: LogFilter,
  { buckets, origin = 0 }: { buckets: number; origin?: number | undefined },
) => readHistogram(store.reads, { filter, buckets, origin, now: nowInSeconds() })

const listingOf = <Q extends { p: number; page_size: number }>(query: Q) => ({
  ...query,
  offset: (query.p - 1) * query.page_size,
  limit: query.page_size,
})
