import { LOG_TYPE } from '#contract/statuses.ts'
import type { Queryable } from '../../store/database.ts'
import type { Tables } from '../../store/tables.ts'
import { about, inRange, isNoCall, type LogFilter, type LogQuery, ofKind, rangeOf } from '../filter.ts'

/** Rows of a filter among those that were looked at. */
export interface LookedAt {
  query: LogQuery<object>
  /** Rows before this moment (Unix seconds) were not looked at; null = all were. */
  since: number | null
}

export const OTHER_TYPES = Object.values(LOG_TYPE).filter((type) => type !== LOG_TYPE.consume)

/**
 * Looks at the newest rows of a filter, and not at more than `most`, however many there are and however few of them
 * match: one index leads to them by one field of the filter, and the other fields are compared on the way.
 */
export async function newestCalls(db: Queryable, filter: LogFilter, most: number): Promise<LookedAt> {
  const leading = inRange(about(db.selectFrom('logs'), leadOf(filter)), rangeOf(filter))
  const { query, since } = await lookedAt(db, filter, [leading], most)
  return { query: query.where('type', '=', LOG_TYPE.consume), since }
}

/** The same for rows that are no calls. They are few and have indexes of their own, by the user and by the type. */
export async function newestOthers(db: Queryable, filter: LogFilter, most: number): Promise<LookedAt> {
  const all = inRange(db.selectFrom('logs').where(isNoCall), rangeOf(filter))
  const { userId } = filter
  const sources =
    userId === undefined ? OTHER_TYPES.map((type) => all.where('type', '=', type)) : [all.where('user_id', '=', userId)]
  return lookedAt(db, filter, sources, most)
}

/** The one field that leaves the fewest rows, as far as its name tells. */
function leadOf({ request_id, userId, token_id, username, token_name, channel, model_name }: LogFilter): LogFilter {
  const none = { token_name: '', model_name: '', request_id: '' }
  if (request_id) return { ...none, request_id }
  if (userId !== undefined) return { ...none, userId }
  if (token_id) return { ...none, token_id }
  if (username) return { ...none, username }
  if (token_name) return { ...none, token_name }
  if (channel) return { ...none, channel }
  return model_name.includes('%') ? none : { ...none, model_name }
}

async function lookedAt(
  db: Queryable,
  filter: LogFilter,
  sources: LogQuery<object>[],
  most: number,
): Promise<LookedAt> {
  const borders = await Promise.all(sources.map((source) => borderOf(source, most)))
  const known = borders.filter((border) => border !== undefined)
  const since = known.length > 0 ? Math.max(...known) + 1 : null
  const [first, ...others] = sources.map((source) => db.selectFrom(newest(source, most).as('one')).selectAll())
  if (!first) throw new RangeError('there is nothing to look at')
  const all = others.reduce((union, source) => union.unionAll(source), first)
  // It has the columns of the log that filters and counts need.
  const query = db.selectFrom(all.as('looked_at')) as unknown as LogQuery<object>
  const matching = ofKind(about(query, filter), filter)
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

const newest = (source: LogQuery<object>, most: number) =>
  source.select(COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)

/** The second of the first row that there was no room for; undefined where there was room for all. */
async function borderOf(source: LogQuery<object>, most: number): Promise<number | undefined> {
  const row = await source
    .select('created_at')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
