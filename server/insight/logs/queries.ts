import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { type WholeLog, wholeRows } from '../../money/receipts/whole-rows.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { type PageRequest, readPage } from '../../platform/store/read-page.ts'
import { includesCalls, includesOthers, isNotCall, type LogFilter, matchingRows } from './filter.ts'
import { OTHER_TYPES, scanNewestCalls, scanNewestOthers } from './overview/scan-newest.ts'
import { type LogSort, readLogPage } from './page.ts'
import { countCalls, rollupsCover } from './totals/queries.ts'

/** Finds one row, if it matches a filter. */
export async function findLog(db: Queryable, id: number, filter: LogFilter): Promise<WholeLog | undefined> {
  return (await wholeRows(db, await matchingRows(db, filter).where('id', '=', id).execute()))[0]
}

/** The first rows of a filter with higher ids than `afterId`, in the order of their ids. */
export async function listLogsAfter(
  db: Queryable,
  filter: LogFilter,
  afterId: number,
  limit: number,
): Promise<RowCount & { rows: WholeLog[]; last_id: number }> {
  const last = await db.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const found = await matchingRows(db, filter).where('id', '>', afterId).orderBy('id').limit(limit).execute()
  return { rows: await wholeRows(db, found), total: found.length, last_id: last?.id ?? 0 }
}

interface RowCount {
  total: number
  /** Present for a capped count: whether there may be more rows than `total`. */
  more?: boolean
}

/** Maximum number of rows that a capped count scans. */
const MAX_COUNTED = 10_000

/**
 * Reads a page of the log and counts the rows. Calls are counted by roll-ups where possible; otherwise `capped`
 * counts only the newest rows.
 */
export async function listLogs(
  db: Queryable,
  filter: LogFilter,
  listing: PageRequest<LogSort>,
  capped = false,
): Promise<RowCount & { rows: WholeLog[]; sorted?: number }> {
  const known = !includesCalls(filter) || rollupsCover(filter)
  const [{ rows, sorted }, counted] = await Promise.all([
    readLogPage(db, filter, listing).then(async (page) => ({ ...page, rows: await wholeRows(db, page.rows) })),
    capped && !known
      ? countNewest(db, filter, Math.max(MAX_COUNTED, listing.offset + listing.limit))
      : countAll(db, filter, capped),
  ])
  // Beyond the newest rows, at least the rows paged through so far exist.
  const seen = rows.length > 0 ? listing.offset + rows.length : 0
  const total = counted.more ? Math.max(counted.total, seen) : counted.total
  return { rows, total, ...(capped && { more: counted.more ?? false }), ...(sorted !== undefined && { sorted }) }
}

/** Counts calls by roll-ups, and other rows; `capped` counts only the newest of those. */
async function countAll(db: Queryable, filter: LogFilter, capped: boolean): Promise<RowCount> {
  const [calls, others] = await Promise.all([
    includesCalls(filter) ? countCalls(db, filter) : 0,
    capped ? countNewestOthers(db, filter) : countOthers(db, filter),
  ])
  return typeof others === 'number' ? { total: calls + others } : { ...others, total: calls + others.total }
}

/** Rows that are not calls and are counted in their index alone. */
const MAX_OTHERS = 200_000

async function countNewestOthers(db: Queryable, filter: LogFilter): Promise<RowCount> {
  if (!includesOthers(filter)) return { total: 0 }
  const { query, since } = await scanNewestOthers(db, filter, MAX_OTHERS)
  return { total: (await query.select(COUNT).executeTakeFirstOrThrow()).count, more: since !== null }
}

/** Counts the calls among the newest rows, and at most `maxRows` other rows. */
async function countNewest(db: Queryable, filter: LogFilter, maxRows: number): Promise<RowCount> {
  const { query, since } = await scanNewestCalls(db, filter, maxRows)
  const [calls, others] = await Promise.all([
    query.select(COUNT).executeTakeFirstOrThrow(),
    countOthers(db, filter, maxRows + 1),
  ])
  return { total: calls.count + Math.min(others, maxRows), more: since !== null || others > maxRows }
}

/** With `maxRows`, counting ends at this number. */
async function countOthers(db: Queryable, filter: LogFilter, maxRows?: number): Promise<number> {
  if (!includesOthers(filter)) return 0
  const found = matchingRows(db, filter).clearSelect().where(isNotCall).where('type', 'in', OTHER_TYPES)
  const counted =
    maxRows === undefined
      ? found.select(COUNT)
      : db.selectFrom(found.select('id').limit(maxRows).as('found')).select(COUNT)
  return (await counted.executeTakeFirstOrThrow()).count
}

const COUNT = sql<number>`count(*)`.as('count')

/** Counts the failed calls of these models, by model. */
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

/** Yields all rows of a filter, newest first, in batches that are read on demand. */
export async function* logBatches(db: Queryable, filter: LogFilter, size: number): AsyncGenerator<WholeLog[]> {
  const query = matchingRows(db, filter).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(size)
  let rows = await query.execute()
  while (rows.length > 0) {
    yield await wholeRows(db, rows)
    const last = rows.at(-1)
    if (!last || rows.length < size) return
    const behind = sql<boolean>`(created_at, id) < (${last.created_at}, ${last.id})`
    rows = await query.where(behind).execute()
  }
}

const MAX_FOUND = 100
/** The content has no index, so only this many of the newest rows are scanned. */
const MAX_SEARCHED = 50_000

/** Finds the newest rows of a type, or whose content, their own or that of their terms, begins with a text. */
export async function searchLogs(db: Queryable, keyword: string, filter: LogFilter): Promise<WholeLog[]> {
  const newest = matchingRows(db, filter).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(MAX_SEARCHED)
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
    .limit(MAX_FOUND)
    .execute()
  return wholeRows(db, rows)
}

/** Finds a user's newest rows of a type. */
export async function searchOwnLogs(db: Queryable, userId: number, keyword: string): Promise<WholeLog[]> {
  const rows = await matchingRows(db, { userId, type: typeOf(keyword), token_name: '', model_name: '', request_id: '' })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_FOUND)
    .execute()
  return wholeRows(db, rows)
}

/** The type that a keyword names, or −1, which no row has. */
const typeOf = (keyword: string) => (/^\d{1,4}$/.test(keyword) ? Number(keyword) : -1)

/** Reads a page of a token's rows, newest first, and counts them. */
export async function listTokenLogs(db: Queryable, tokenId: number, listing: PageRequest<LogSort>) {
  const ofToken = db.selectFrom('logs').selectAll().where('token_id', '=', tokenId)
  const { rows, total } = await readPage(ofToken, 'created_at', listing)
  return { rows: await wholeRows(db, rows), total }
}
