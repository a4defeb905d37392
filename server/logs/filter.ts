import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { CallStatus } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../store/database.ts'
import { matchesPattern } from '../store/like.ts'
import type { Tables } from '../store/tables.ts'

/** What to look for; "", 0 and undefined mean any. */
export interface LogFilter {
  /** Present for a user's own log. */
  userId?: number
  type?: number | undefined
  username?: string
  token_name: string
  /** Whatever it was called at the time; a name may be that of several tokens. */
  token_id?: number | undefined
  /** A name, or a pattern with `%`. */
  model_name: string
  channel?: number | undefined
  request_id: string
  /** Unix seconds, both inclusive. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
  /** Of calls: whether they were served. */
  status?: CallStatus | undefined
  /** What is left out. */
  not_type?: readonly number[]
  not_username?: readonly string[]
  not_token_name?: readonly string[]
  not_model_name?: readonly string[]
  not_channel?: readonly number[]
}
/** Unix seconds, both inclusive; undefined = open. */
export interface TimeRange {
  start?: number | undefined
  end?: number | undefined
}
export type LogQuery<Row> = SelectQueryBuilder<Tables, 'logs', Row>

/** The range of a filter: 0 means open, as clients of this family send it. */
export const rangeOf = (filter: LogFilter): TimeRange => ({
  start: filter.start_timestamp || undefined,
  end: filter.end_timestamp || undefined,
})

/** Rows of what a filter is about, whatever their time and type. */
export function about<Row>(query: LogQuery<Row>, filter: LogFilter): LogQuery<Row> {
  let result = query
  if (filter.userId !== undefined) result = result.where('user_id', '=', filter.userId)
  if (filter.username) result = result.where('username', '=', filter.username)
  if (filter.token_name) result = result.where('token_name', '=', filter.token_name)
  if (filter.token_id) result = result.where('token_id', '=', filter.token_id)
  if (filter.channel) result = result.where('channel_id', '=', filter.channel)
  if (filter.request_id) result = result.where('request_id', '=', filter.request_id)
  if (filter.not_username?.length) result = result.where('username', 'not in', filter.not_username)
  if (filter.not_token_name?.length) result = result.where('token_name', 'not in', filter.not_token_name)
  if (filter.not_channel?.length) result = result.where('channel_id', 'not in', filter.not_channel)
  if (filter.not_model_name?.length) result = result.where('model_name', 'not in', filter.not_model_name)
  if (!filter.model_name) return result
  return filter.model_name.includes('%')
    ? result.where(matchesPattern('model_name', filter.model_name))
    : result.where('model_name', '=', filter.model_name)
}

export function inRange<Row>(query: LogQuery<Row>, { start, end }: TimeRange): LogQuery<Row> {
  let result = query
  if (start !== undefined) result = result.where('created_at', '>=', start)
  if (end !== undefined) result = result.where('created_at', '<=', end)
  return result
}

/** In this form the indexes of the few rows that are no calls can be used. */
export const isNoCall = ({ eb, lit }: ExpressionBuilder<Tables, 'logs'>) => eb('type', '<>', lit(LOG_TYPE.consume))

/** Whether rows of served calls, and rows of anything else, can be among those of a filter. */
export const wantsCalls = ({ type, status, not_type }: LogFilter) =>
  (!type || type === LOG_TYPE.consume) && status !== 'failed' && !not_type?.includes(LOG_TYPE.consume)
export const wantsOthers = ({ type, status }: LogFilter) => type !== LOG_TYPE.consume && status !== 'served'

/** Rows of the kinds that a filter names. */
export function ofKind<Row>(query: LogQuery<Row>, filter: LogFilter): LogQuery<Row> {
  const { type, status, not_type } = filter
  let result = query
  if (type) result = result.where('type', '=', type)
  if (not_type?.length) result = result.where('type', 'not in', not_type)
  if (status === 'failed') result = result.where('type', '=', LOG_TYPE.system).where('model_name', '<>', '')
  if (!wantsOthers(filter)) return result.where('type', '=', LOG_TYPE.consume)
  return wantsCalls(filter) ? result : result.where(isNoCall)
}

/** All rows of a filter. */
export const matching = (db: Queryable, filter: LogFilter) =>
  ofKind(inRange(about(db.selectFrom('logs').selectAll(), filter), rangeOf(filter)), filter)
