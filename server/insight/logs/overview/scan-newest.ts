import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { Tables } from '../../../platform/store/tables.ts'
import {
  inRange,
  isNotCall,
  type LogFilter,
  type LogQuery,
  matchingFields,
  ofFilteredTypes,
  rangeOf,
} from '../filter.ts'

/** The rows of a filter among those that were scanned. */
export interface ScannedRows {
  query: LogQuery<object>
  /** Rows before this time (Unix seconds) were not scanned; null = all were. */
  since: number | null
}

export const OTHER_TYPES = Object.values(LOG_TYPE).filter((type) => type !== LOG_TYPE.consume)

/**
 * Scans the newest calls of a filter, at most `maxRows` rows, regardless of how many there are and how few match:
 * one index leads to them by one field of the filter, and the other fields are compared during the scan.
 */
export async function scanNewestCalls(db: Queryable, filter: LogFilter, maxRows: number): Promise<ScannedRows> {
  const leading = inRange(matchingFields(db.selectFrom('logs'), mostSelective(filter)), rangeOf(filter))
  const { query, since } = await scanRows(db, filter, [leading], maxRows)
  return { query: query.where('type', '=', LOG_TYPE.consume), since }
}

/** Does the same for rows that are not calls. They are few and have their own indexes, by user and by type. */
export async function scanNewestOthers(db: Queryable, filter: LogFilter, maxRows: number): Promise<ScannedRows> {
  const all = inRange(db.selectFrom('logs').where(isNotCall), rangeOf(filter))
  const { userId } = filter
  const sources =
    userId === undefined ? OTHER_TYPES.map((type) => all.where('type', '=', type)) : [all.where('user_id', '=', userId)]
  return scanRows(db, filter, sources, maxRows)
}

/** Returns a filter with only the field that probably leaves the fewest rows. */
function mostSelective({
  request_id,
  userId,
  token_id,
  username,
  token_name,
  channel,
  model_name,
}: LogFilter): LogFilter {
  const none = { token_name: '', model_name: '', request_id: '' }
  if (request_id) return { ...none, request_id }
  if (userId !== undefined) return { ...none, userId }
  if (token_id) return { ...none, token_id }
  if (username) return { ...none, username }
  if (token_name) return { ...none, token_name }
  if (channel) return { ...none, channel }
  return model_name.includes('%') ? none : { ...none, model_name }
}

async function scanRows(
  db: Queryable,
  filter: LogFilter,
  sources: LogQuery<object>[],
  maxRows: number,
): Promise<ScannedRows> {
  const borders = await Promise.all(sources.map((source) => firstTimeBeyond(source, maxRows)))
  const known = borders.filter((border) => border !== undefined)
  const since = known.length > 0 ? Math.max(...known) + 1 : null
  const [first, ...others] = sources.map((source) =>
    db.selectFrom(newest(filter.words ? source.select(['content', 'other']) : source, maxRows).as('one')).selectAll(),
  )
  if (!first) throw new RangeError('there is nothing to look at')
  const all = others.reduce((union, source) => union.unionAll(source), first)
  // The query has the columns of the log that filters and counts need.
  const query = db.selectFrom(all.as('looked_at')) as unknown as LogQuery<object>
  const matching = ofFilteredTypes(matchingFields(query, filter), filter)
  return { query: since === null ? matching : matching.where('created_at', '>=', since), since }
}

const COLUMNS = [
  'id',
  'created_at',
  'type',
  'user_id',
  'username',
  'token_id',
  'token_name',
  'model_name',
  'channel_id',
  'request_id',
] as const satisfies (keyof Tables['logs'])[]

const newest = (source: LogQuery<object>, maxRows: number) =>
  source.select(COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(maxRows)

/** Time of the first row beyond the limit; undefined if all rows fit. */
async function firstTimeBeyond(source: LogQuery<object>, maxRows: number): Promise<number | undefined> {
  const row = await source
    .select('created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
