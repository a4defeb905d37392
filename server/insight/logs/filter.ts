import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { CallStatus } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { isOfWallet } from '../../money/receipts/write-log.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { contains, matchesPattern } from '../../platform/store/like.ts'
import type { Tables } from '../../platform/store/tables.ts'

/** The filter of a log query; "", 0 and undefined match any value. */
export interface LogFilter {
  /** Set for a user's own log. */
  userId?: number
  type?: number | undefined
  username?: string
  token_name: string
  /** Matches the token under any of its names; several tokens may share a name. */
  token_id?: number | undefined
  /** A name, or a pattern with `%`. */
  model_name: string
  channel?: number | undefined
  request_id: string
  /** Words of the text of a row other than a served call. */
  words?: string | undefined
  /** Unix seconds, both inclusive. */
  start_timestamp?: number | undefined
  end_timestamp?: number | undefined
  /** For calls: whether they were served. */
  status?: CallStatus | undefined
  /** Users whose wallets the reader must not see: rows that tell of them are left out. */
  hiddenWallets?: readonly number[]
  /** Values to exclude. */
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

/** The time range of a filter; 0 means open, as clients of this family send it. */
export const rangeOf = (filter: LogFilter): TimeRange => ({
  start: filter.start_timestamp || undefined,
  end: filter.end_timestamp || undefined,
})

/** Restricts a query to a filter's fields, without its time and type. */
export function matchingFields<Row>(query: LogQuery<Row>, filter: LogFilter): LogQuery<Row> {
  let result = query
  if (filter.userId !== undefined) result = result.where('user_id', '=', filter.userId)
  if (filter.username) result = result.where('username', '=', filter.username)
  if (filter.token_name) result = result.where('token_name', '=', filter.token_name)
  if (filter.token_id) result = result.where('token_id', '=', filter.token_id)
  if (filter.channel) result = result.where('channel_id', '=', filter.channel)
  if (filter.request_id) result = result.where('request_id', '=', filter.request_id)
  if (filter.words) result = result.where(isNotCall).where(tells(filter.words, filter.userId === undefined))
  if (filter.not_username?.length) result = result.where('username', 'not in', filter.not_username)
  if (filter.not_token_name?.length) result = result.where('token_name', 'not in', filter.not_token_name)
  if (filter.not_channel?.length) result = result.where('channel_id', 'not in', filter.not_channel)
  if (filter.not_model_name?.length) result = result.where('model_name', 'not in', filter.not_model_name)
  const hidden = includesOthers(filter) ? (filter.hiddenWallets ?? []) : []
  if (hidden.length > 0) result = result.where((of) => of.not(of.and([of.eb('user_id', 'in', hidden), isOfWallet(of)])))
  if (!filter.model_name) return result
  return filter.model_name.includes('%')
    ? result.where(matchesPattern('model_name', filter.model_name))
    : result.where('model_name', '=', filter.model_name)
}

/** Errors end in the id of their request, which is no part of the stored text. */
const REQUEST_ID = /\s*\(request id: [^)]*\)/

/** Whether a row's text contains words; for administrators also its details: the other language and vendors' answers. */
const tells = (typed: string, withDetails: boolean) => {
  const words = typed.replace(REQUEST_ID, '').trim()
  const details = withDetails ? [contains('other', JSON.stringify(words).slice(1, -1))] : []
  return ({ or }: ExpressionBuilder<Tables, 'logs'>) => or([contains('content', words), ...details])
}

export function inRange<Row>(query: LogQuery<Row>, { start, end }: TimeRange): LogQuery<Row> {
  let result = query
  if (start !== undefined) result = result.where('created_at', '>=', start)
  if (end !== undefined) result = result.where('created_at', '<=', end)
  return result
}

/** This form lets the database use the indexes of the few rows that are not calls. */
export const isNotCall = ({ eb, lit }: ExpressionBuilder<Tables, 'logs'>) => eb('type', '<>', lit(LOG_TYPE.consume))

/** Whether a filter can match rows of served calls, and any other rows. */
export const includesCalls = ({ type, status, not_type, words }: LogFilter) =>
  !words && (!type || type === LOG_TYPE.consume) && status !== 'failed' && !not_type?.includes(LOG_TYPE.consume)
export const includesOthers = ({ type, status }: LogFilter) => type !== LOG_TYPE.consume && status !== 'served'

/** Restricts a query to the row types of a filter. */
export function ofFilteredTypes<Row>(query: LogQuery<Row>, filter: LogFilter): LogQuery<Row> {
  const { type, status, not_type } = filter
  let result = query
  if (type) result = result.where('type', '=', type)
  if (not_type?.length) result = result.where('type', 'not in', not_type)
  if (status === 'failed') result = result.where('type', '=', LOG_TYPE.system).where('model_name', '<>', '')
  if (!includesOthers(filter)) return result.where('type', '=', LOG_TYPE.consume)
  return includesCalls(filter) ? result : result.where(isNotCall)
}

/** All rows that match a filter. */
export const matchingRows = (db: Queryable, filter: LogFilter) =>
  ofFilteredTypes(inRange(matchingFields(db.selectFrom('logs').selectAll(), filter), rangeOf(filter)), filter)
