import { type SelectQueryBuilder, sql } from 'kysely'
import type { LogStat } from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../store/database.ts'
import { matchesPattern } from '../store/like.ts'
import { type Listing, readListing } from '../store/listing.ts'
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
type LogSort = 'id' | 'quota' | 'use_time' | 'prompt_tokens' | 'completion_tokens'
type LogQuery<Row> = SelectQueryBuilder<Tables, 'logs', Row>

/** A page of the log. */
export function listLogs(db: Queryable, filter: LogFilter, listing: Listing<LogSort>) {
  let query = inRange(about(db.selectFrom('logs').selectAll(), filter), filter)
  if (filter.type) query = query.where('type', '=', filter.type)
  return readListing(query, listing.sort ?? 'created_at', listing)
}

const STAT_SECONDS = 60

/** Units spent on calls in the range; calls and tokens of the last minute, whatever the range. */
export async function readStat(db: Queryable, filter: LogFilter, now: number): Promise<LogStat> {
  const calls = about(db.selectFrom('logs').where('type', '=', LOG_TYPE.consume), filter)
  const spent = inRange(calls, filter).select(sql<number>`coalesce(sum(quota), 0)`.as('quota'))
  const recent = calls
    .where('created_at', '>=', now - STAT_SECONDS)
    .select([
      sql<number>`count(*)`.as('rpm'),
      sql<number>`coalesce(sum(prompt_tokens + completion_tokens), 0)`.as('tpm'),
    ])
  const [range, minute] = await Promise.all([spent.executeTakeFirstOrThrow(), recent.executeTakeFirstOrThrow()])
  return { ...range, ...minute }
}

function about<Row>(query: LogQuery<Row>, filter: LogFilter): LogQuery<Row> {
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

function inRange<Row>(query: LogQuery<Row>, { start_timestamp, end_timestamp }: LogFilter): LogQuery<Row> {
  let result = query
  if (start_timestamp) result = result.where('created_at', '>=', start_timestamp)
  if (end_timestamp) result = result.where('created_at', '<=', end_timestamp)
  return result
}
