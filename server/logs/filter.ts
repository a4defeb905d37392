import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
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
  /** A name, or a pattern with `%`. */
  model_name: string
  channel?: number | undefined
  request_id: string
  /** Unix seconds, both inclusive. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
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
  if (filter.channel) result = result.where('channel_id', '=', filter.channel)
  if (filter.request_id) result = result.where('request_id', '=', filter.request_id)
  if (!filter.model_name) return result
  return filter.model_name.includes('%')
    ? result.where(matchesPattern('logs.model_name', filter.model_name))
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

/** All rows of a filter. */
export function matching(db: Queryable, filter: LogFilter) {
  const query = inRange(about(db.selectFrom('logs').selectAll(), filter), rangeOf(filter))
  if (!filter.type) return query
  const ofType = query.where('type', '=', filter.type)
  return filter.type === LOG_TYPE.consume ? ofType : ofType.where(isNoCall)
}
