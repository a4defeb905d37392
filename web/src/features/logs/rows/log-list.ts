import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getLog,
  getOwnLog,
  type Log,
  listLogs,
  listOwnLogs,
  logFacets,
  logHistogram,
  logStat,
  ownLogFacets,
  ownLogHistogram,
  ownLogStat,
} from '#contract/api/logs.ts'
import { call } from '#web/lib/api.ts'
import type { LogFilters, LogListState, SORTS } from './log-search.ts'
import { type Other, readOther } from './read-other.ts'
import { isCall } from './row-kind.ts'
import { startOfDay, windowOf } from './time-range.ts'

/** A log row with its parsed `other`. */
export interface LogRow extends Log {
  facts: Other
  /** Its cost relative to the most expensive call on the page, 0 to 1. */
  share: number
}

export interface LogRows {
  data: LogRow[]
  total: number
  /** The real number of rows may exceed `total`. */
  more?: boolean | undefined
  /** Only so many rows are sorted, the newest; older ones follow by time. */
  sorted?: number | undefined
}

/** Whose rows: all users' for administrators, one's own otherwise. */
export type Scope = 'all' | 'own'

async function fetchLogs(scope: Scope, state: LogListState, exact: boolean, signal?: AbortSignal): Promise<LogRows> {
  const { page, size, sort, filters } = state
  const query = {
    ...filterQuery(filters),
    type: filters.type,
    p: page,
    count: exact ? undefined : ('capped' as const),
    page_size: size,
    // The list's spec admits only these columns.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const reply = await (scope === 'all' ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))
  const calls = reply.items.filter(({ type }) => isCall(type))
  const dearest = Math.max(1, ...calls.map(({ quota }) => quota))
  const { total, more, sorted } = reply
  return { data: reply.items.map((log) => withFacts(log, dearest)), total, more, sorted }
}

const withFacts = (log: Log, dearest = Number.POSITIVE_INFINITY): LogRow => ({
  ...log,
  facts: readOther(log),
  share: isCall(log.type) ? Math.max(0, log.quota) / dearest : 0,
})

/**
 * Fetches one page of the log. A range that ends now advances with every fetch. `exact`: counts all rows,
 * whatever their number.
 */
export const logsQuery = (scope: Scope, state: LogListState, exact = false) =>
  queryOptions({
    queryKey: ['logs', 'list', scope, state, exact],
    queryFn: ({ signal }) => fetchLogs(scope, state, exact, signal),
    placeholderData: keepPreviousData,
  })

/** Fetches one row, whether or not it is in the list. Rows never change, so the cached row stays valid. */
export const logQuery = (scope: Scope, id: number) =>
  queryOptions({
    queryKey: ['logs', 'one', scope, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id } }
      return withFacts(await (scope === 'all' ? call(getLog, input, signal) : call(getOwnLog, input, signal)))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fetches the units spent on matching calls, and the calls and tokens of the last minute among them. */
export const statQuery = (scope: Scope, filters: LogFilters) =>
  queryOptions({
    queryKey: ['logs', 'stat', scope, filters],
    queryFn: ({ signal }) => {
      const query = filterQuery(filters)
      return scope === 'all' ? call(logStat, { query }, signal) : call(ownLogStat, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Fetches the token's name at its last call; "" when it never called. */
export const tokenNameQuery = (scope: Scope, id: number) =>
  queryOptions({
    queryKey: ['logs', 'token-name', scope, id],
    queryFn: async ({ signal }) => {
      const query = { token_id: id, page_size: 1, count: 'capped' as const }
      const { items } = await (scope === 'all'
        ? call(listLogs, { query }, signal)
        : call(listOwnLogs, { query }, signal))
      return items[0]?.token_name ?? ''
    },
  })

/**
 * Fetches the distribution of rows over time, in at most `bars` steps aligned to midnight or a round time from
 * there.
 */
export const histogramQuery = (scope: Scope, filters: LogFilters, bars: number) =>
  queryOptions({
    queryKey: ['logs', 'histogram', scope, filters, bars],
    queryFn: ({ signal }) => {
      const origin = startOfDay(Math.floor(Date.now() / 1000))
      const query = { ...filterQuery(filters), type: filters.type, buckets: bars, origin }
      return scope === 'all' ? call(logHistogram, { query }, signal) : call(ownLogHistogram, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Fetches the most frequent values among the rows. */
export const facetsQuery = (scope: Scope, filters: LogFilters) =>
  queryOptions({
    queryKey: ['logs', 'facets', scope, filters],
    queryFn: ({ signal }) => {
      const query = { ...filterQuery(filters), type: filters.type }
      return scope === 'all' ? call(logFacets, { query }, signal) : call(ownLogFacets, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** Returns the query parameters of a filter. A named range ends now. */
export function filterQuery({ type: _, range, from, to, ...about }: LogFilters) {
  const { start, end } = windowOf({ range, from, to, request_id: about.request_id }, Math.floor(Date.now() / 1000))
  return { ...about, start_timestamp: start, end_timestamp: end }
}
