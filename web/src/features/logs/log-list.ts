import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getLog, getOwnLog, type Log, listLogs, listOwnLogs, logStat, ownLogStat } from '#contract/api/logs.ts'
import { call } from '#web/lib/api.ts'
import type { LogFilters, LogListState, SORTS } from './log-search.ts'
import { type Other, readOther } from './read-other.ts'
import { windowOf } from './time-range.ts'

/** A log row with its `other` read. */
export interface LogRow extends Log {
  facts: Other
}

export interface LogRows {
  data: LogRow[]
  total: number
}

/** Whose rows: everybody's for administrators, one's own otherwise. */
export type Scope = 'all' | 'own'

async function fetchLogs(scope: Scope, state: LogListState, signal?: AbortSignal): Promise<LogRows> {
  const { page, size, sort, filters } = state
  const query = {
    ...filterQuery(filters),
    type: filters.type,
    p: page,
    page_size: size,
    // The spec lets no other column through.
    sort: sort?.id as (typeof SORTS)[number] | undefined,
    order: sort ? (sort.descending ? ('desc' as const) : ('asc' as const)) : undefined,
  }
  const reply = await (scope === 'all' ? call(listLogs, { query }, signal) : call(listOwnLogs, { query }, signal))
  return { data: reply.items.map(withFacts), total: reply.total }
}

const withFacts = (log: Log): LogRow => ({ ...log, facts: readOther(log) })

/** One page of the log. A range that ends now moves on with every fetch. */
export const logsQuery = (scope: Scope, state: LogListState) =>
  queryOptions({
    queryKey: ['logs', 'list', scope, state],
    queryFn: ({ signal }) => fetchLogs(scope, state, signal),
    placeholderData: keepPreviousData,
  })

/** One row, whatever the list shows. A row never changes, so what was read once goes on counting. */
export const logQuery = (scope: Scope, id: number) =>
  queryOptions({
    queryKey: ['logs', 'one', scope, id],
    queryFn: async ({ signal }) => {
      const input = { params: { id } }
      return withFacts(await (scope === 'all' ? call(getLog, input, signal) : call(getOwnLog, input, signal)))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Units spent on the calls that match; calls and tokens of the last minute among them. */
export const statQuery = (scope: Scope, filters: LogFilters) =>
  queryOptions({
    queryKey: ['logs', 'stat', scope, filters],
    queryFn: ({ signal }) => {
      const query = filterQuery(filters)
      return scope === 'all' ? call(logStat, { query }, signal) : call(ownLogStat, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })

/** What the server is asked for by a filter; a range by name ends now. */
export function filterQuery({ token_name, model_name, username, channel, request_id, ...time }: LogFilters) {
  const { start, end } = windowOf({ ...time, request_id }, Math.floor(Date.now() / 1000))
  return { token_name, model_name, username, channel, request_id, start_timestamp: start, end_timestamp: end }
}
