import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Log, listLogs, listOwnLogs, logStat, ownLogStat } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { call } from '#web/lib/api.ts'
import { integer, oneOf, text } from '#web/ui/table/filters.ts'
import { type ListSpec, type ListState, parseListSearch } from '#web/ui/table/list-search.ts'
import { type Other, readOther } from './read-other.ts'
import { RANGES, windowOf } from './time-range.ts'

export const LOG_TYPES = [LOG_TYPE.topup, LOG_TYPE.consume, LOG_TYPE.manage, LOG_TYPE.system] as const
const SORTS = ['quota', 'use_time', 'prompt_tokens', 'completion_tokens'] as const

/** What the URL of the log may say. Times are Unix seconds; `username` and `channel` count for administrators only. */
export const logList = {
  filters: {
    type: oneOf(LOG_TYPES),
    token_name: text(),
    model_name: text(),
    username: text(),
    channel: integer({ min: 1 }),
    request_id: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: SORTS,
} satisfies ListSpec

export type LogListState = ListState<(typeof logList)['filters']>
export type LogFilters = LogListState['filters']

/** The row whose details are open: its id, or the end of the page that the reader stepped onto. */
export type OpenRow = number | 'first' | 'last'

/** The search part of the log's URL. */
export function parseLogSearch(raw: Record<string, unknown>) {
  const row: OpenRow | undefined = oneOf(['first', 'last']).parse(raw.row) ?? integer({ min: 1 }).parse(raw.row)
  return { ...parseListSearch(logList, raw), ...(row !== undefined && { row }) }
}

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
  return { data: reply.items.map((log) => ({ ...log, facts: readOther(log) })), total: reply.total }
}

/** One page of the log. A range that ends now moves on with every fetch. */
export const logsQuery = (scope: Scope, state: LogListState) =>
  queryOptions({
    queryKey: ['logs', 'list', scope, state],
    queryFn: ({ signal }) => fetchLogs(scope, state, signal),
    placeholderData: keepPreviousData,
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

function filterQuery({ token_name, model_name, username, channel, request_id, ...time }: LogFilters) {
  const { start, end } = windowOf({ ...time, request_id }, Math.floor(Date.now() / 1000))
  return { token_name, model_name, username, channel, request_id, start_timestamp: start, end_timestamp: end }
}
