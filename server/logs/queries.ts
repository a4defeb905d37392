import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { type WholeLog, wholeRows } from '../receipts/whole-rows.ts'
import type { Queryable } from '../store/database.ts'
import { type Listing, readListing } from '../store/listing.ts'
import { isNoCall, type LogFilter, matching, wantsCalls, wantsOthers } from './filter.ts'
import { newestCalls, OTHER_TYPES } from './overview/look-back.ts'
import { type LogSort, readLogPage } from './page.ts'
import { countCalls, rollupsTell } from './totals/queries.ts'

/** One row; with `userId` only if it is that user's. */
export async function findLog(db: Queryable, id: number, userId?: number): Promise<WholeLog | undefined> {
  const query = db.selectFrom('logs').selectAll().where('id', '=', id)
  const found = await (userId === undefined ? query : query.where('user_id', '=', userId)).execute()
  return (await wholeRows(db, found))[0]
}

interface Counted {
  total: number
  /** Present when asked for a capped count: whether there may be more rows than `total`. */
  more?: boolean
}

/** Rows that a capped count looks at. */
const MOST_COUNTED = 10_000

/**
 * A page of the log, and how many rows there are: calls are counted by roll-ups where those tell, and `capped` else
 * looks only at the newest rows.
 */
export async function listLogs(
  db: Queryable,
  filter: LogFilter,
  listing: Listing<LogSort>,
  capped = false,
): Promise<Counted & { rows: WholeLog[] }> {
  const known = !wantsCalls(filter) || rollupsTell(filter)
  const [rows, counted] = await Promise.all([
    readLogPage(db, filter, listing).then((page) => wholeRows(db, page)),
    capped && !known
      ? countNewest(db, filter, Math.max(MOST_COUNTED, listing.offset + listing.limit))
      : countAll(db, filter),
  ])
  // Whoever turns pages beyond the newest rows has seen so many.
  const seen = rows.length > 0 ? listing.offset + rows.length : 0
  const total = counted.more ? Math.max(counted.total, seen) : counted.total
  return { rows, total, ...(capped && { more: counted.more ?? false }) }
}

async function countAll(db: Queryable, filter: LogFilter): Promise<Counted> {
  const [calls, others] = await Promise.all([
    wantsCalls(filter) ? countCalls(db, filter) : 0,
    wantsOthers(filter) ? countOthers(db, filter) : 0,
  ])
  return { total: calls + others }
}

/** Counts the calls among the newest rows, and of other rows not more than `most`. */
async function countNewest(db: Queryable, filter: LogFilter, most: number): Promise<Counted> {
  const { query, since } = await newestCalls(db, filter, most)
  const [calls, others] = await Promise.all([
    query.select(COUNT).executeTakeFirstOrThrow(),
    wantsOthers(filter) ? countOthers(db, filter, most + 1) : 0,
  ])
  return { total: calls.count + Math.min(others, most), more: since !== null || others > most }
}

/** With `most`, the search ends when so many are found. */
async function countOthers(db: Queryable, filter: LogFilter, most?: number): Promise<number> {
  const found = matching(db, filter).clearSelect().where(isNoCall).where('type', 'in', OTHER_TYPES)
  const counted =
    most === undefined ? found.select(COUNT) : db.selectFrom(found.select('id').limit(most).as('found')).select(COUNT)
  return (await counted.executeTakeFirstOrThrow()).count
}

const COUNT = sql<number>`count(*)`.as('count')

/** How many rows tell of calls to these models that nobody served, by model. */
export async function countFailedCalls(
  db: Queryable,
  models: readonly string[],
  since: number,
): Promise<Map<string, number>> {
  if (models.length === 0) return new Map()
  const rows = await db
    .selectFrom('logs')
    .select(['model_name', sql<number>`count(*)`.as('count')])
    .where('type', '=', LOG_TYPE.system)
    .where('created_at', '>=', since)
    .where('model_name', 'in', models)
    .groupBy('model_name')
    .execute()
  return new Map(rows.map(({ model_name, count }) => [model_name, count]))
}

/** All rows of a filter, newest first, in batches that are read as they are asked for. */
export async function* logBatches(db: Queryable, filter: LogFilter, size: number): AsyncGenerator<WholeLog[]> {
  const query = matching(db, filter).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(size)
  let rows = await query.execute()
  while (rows.length > 0) {
    yield await wholeRows(db, rows)
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    const behind = sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`
    rows = await query.where(behind).execute()
  }
}

const MOST_FOUND = 100
/** Content has no index: only so many of the newest rows are looked through. */
const SEARCHED = 50_000

/** The newest rows of a type or whose content, their own or that of their terms, begins with a text. */
export async function searchLogs(db: Queryable, keyword: string): Promise<WholeLog[]> {
  const newest = db.selectFrom('logs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(SEARCHED)
  const begins = sql<boolean>`content like ${`${keyword.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  const terms = db.selectFrom('receipt_terms').select('id').where(begins)
  const rows = await db
    .selectFrom(newest.as('logs'))
    .selectAll()
    .where(({ and, or, eb }) =>
      or([eb('type', '=', typeOf(keyword)), begins, and([eb('content', '=', ''), eb('terms_id', 'in', terms)])]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_FOUND)
    .execute()
  return wholeRows(db, rows)
}

/** A user's newest rows of a type. */
export async function searchOwnLogs(db: Queryable, userId: number, keyword: string): Promise<WholeLog[]> {
  const rows = await matching(db, { userId, type: typeOf(keyword), token_name: '', model_name: '', request_id: '' })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_FOUND)
    .execute()
  return wholeRows(db, rows)
}

/** No row has the type −1. */
const typeOf = (keyword: string) => (/^\d{1,4}$/.test(keyword) ? Number(keyword) : -1)

/** A page of a token's rows, newest first, and how many there are. */
export async function listTokenLogs(db: Queryable, tokenId: number, listing: Listing<LogSort>) {
  const ofToken = db.selectFrom('logs').selectAll().where('token_id', '=', tokenId)
  const { rows, total } = await readListing(ofToken, 'created_at', listing)
  return { rows: await wholeRows(db, rows), total }
}
