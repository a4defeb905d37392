import { LOG_TYPE } from '#contract/statuses.ts'
import {
  integer,
  type ListSearch,
  type ListSpec,
  type ListState,
  oneOf,
  parseListSearch,
  text,
} from '#web/ui/table/search/list-search.ts'

// The router loads this file before any page: its imports are downloaded with every page.

/** The named time ranges of the log, each ending now. */
export const RANGES = ['1h', '24h', 'today', '7d', '30d', 'all'] as const
export type Range = (typeof RANGES)[number]

export const LOG_TYPES = [LOG_TYPE.topup, LOG_TYPE.consume, LOG_TYPE.manage, LOG_TYPE.system] as const
/** How a call ended, as the contract defines it. */
export const CALL_STATUSES = ['served', 'failed'] as const
export const SORTS = ['quota', 'use_time', 'prompt_tokens', 'completion_tokens'] as const

/**
 * The search parameters of the log's URL. Times are Unix seconds; those about users and channels apply to
 * administrators only. Parameters that start with `not_` exclude values, one per line.
 */
export const logList = {
  filters: {
    type: oneOf(LOG_TYPES),
    token_name: text(),
    token_id: integer({ min: 1 }),
    model_name: text(),
    username: text(),
    channel: integer({ min: 1 }),
    request_id: text(),
    words: text(),
    status: oneOf(CALL_STATUSES),
    not_type: text(),
    not_token_name: text(),
    not_model_name: text(),
    not_username: text(),
    not_channel: text(),
    range: oneOf(RANGES),
    from: integer({ min: 0 }),
    to: integer({ min: 0 }),
  },
  sorts: SORTS,
} satisfies ListSpec

export type LogListState = ListState<(typeof logList)['filters']>
export type LogFilters = LogListState['filters']

/** The row whose details are open: its id, or the end of the page to which the reader stepped. */
export type OpenRow = number | 'first' | 'last'

export type LogSearch = Omit<ListSearch<(typeof logList)['filters']>, 'row'> & { row?: OpenRow }

/** Parses the search part of the log's URL. */
export function parseLogSearch(raw: Record<string, unknown>): LogSearch {
  const row: OpenRow | undefined = oneOf(['first', 'last']).parse(raw.row) ?? integer({ min: 1 }).parse(raw.row)
  return { ...parseListSearch(logList, raw), row }
}
