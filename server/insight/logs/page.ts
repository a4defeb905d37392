import { SqliteAdapter } from 'kysely'
import type { Queryable } from '../../platform/store/database.ts'
import { listMatchingValues } from '../../platform/store/loose-scan.ts'
import type { PageRequest } from '../../platform/store/read-page.ts'
import type { LogRow } from '../../platform/store/tables.ts'
import { includesCalls, includesOthers, type LogFilter, type LogQuery, matchingRows } from './filter.ts'
import { OTHER_TYPES } from './overview/scan-newest.ts'

export type LogSort = 'id' | 'quota' | 'use_time' | 'prompt_tokens' | 'completion_tokens'

/**
 * Rows that are sorted by cost, tokens or time taken: the newest of those that match. Sorting all of them would read
 * all of them: of five million rows, those of a busy user took 2 s.
 */
export const MAX_SORTED = 20_000

/**
 * Up to this number, the models of a pattern are queried one by one; a scan of the time index soon finds more
 * common ones.
 */
const MAX_MODELS = 200

export interface LogPage {
  rows: LogRow[]
  /** So many of the newest rows were sorted, and older ones follow by time, newest first; undefined = all were. */
  sorted?: number | undefined
}

/**
 * Reads one page of the log. The ids are read from indexes alone where possible; whole rows are read only for the
 * page. By cost, tokens or time taken, the `mostSorted` newest rows are sorted, and older ones come behind them by
 * time: every row is on one page, and only one.
 */
export async function readLogPage(
  db: Queryable,
  filter: LogFilter,
  listing: PageRequest<LogSort>,
  mostSorted = MAX_SORTED,
): Promise<LogPage> {
  const sources = await sourcesOf(db, filter)
  if (sources.length === 0) return { rows: [] }
  const { sort, offset, limit } = listing
  if (!sort || sort === 'id') {
    return { rows: await readRows(db, merged(db, sources, listing, offset + limit), listing) }
  }
  const byTime = (rows: number, column?: typeof sort) => merged(db, sources, NEWEST_FIRST, rows, column)
  const newest = byTime(mostSorted, sort).limit(mostSorted).as('newest')
  const sorted = inOrder(db.selectFrom(newest).select('id') as unknown as LogQuery<{ id: number }>, listing)
  const older = offset + limit - mostSorted
  const [first, behind, next] = await Promise.all([
    offset < mostSorted ? readRows(db, sorted, { ...listing, limit: Math.min(limit, mostSorted - offset) }) : [],
    older > 0
      ? readRows(db, byTime(offset + limit), { offset: Math.max(offset, mostSorted), limit: Math.min(limit, older) })
      : [],
    byTime(mostSorted + 1)
      .offset(mostSorted)
      .limit(1)
      .executeTakeFirst(),
  ])
  return { rows: [...first, ...behind], sorted: next && mostSorted }
}

/** Reads the rows of a page, whose ids are found by a query that is sorted already. */
function readRows(db: Queryable, sorted: LogQuery<{ id: number }>, listing: PageRequest<LogSort>): Promise<LogRow[]> {
  const ids = db.selectFrom(sorted.offset(listing.offset).limit(listing.limit).as('page')).select('id')
  return inOrder(db.selectFrom('logs').selectAll().where('id', 'in', ids), listing).execute()
}

/**
 * Queries that have all rows of a filter together, each once. The rows of each are adjacent in an index and in the
 * order of their times there. None, if no row can match.
 */
async function sourcesOf(db: Queryable, filter: LogFilter): Promise<LogQuery<object>[]> {
  const { model_name, not_model_name: excluded = [], type, status } = filter
  const rows = matchingRows(db, filter).clearSelect()
  if (isNarrow(filter)) return [rows]
  if (!includesCalls(filter)) {
    if (!includesOthers(filter)) return []
    // These are few and have their own index by type.
    return type || status ? [rows] : OTHER_TYPES.map((each) => rows.where('type', '=', each))
  }
  const isPattern = model_name.includes('%') || (model_name === '' && excluded.length > 0)
  if (!isPattern) return [rows]
  const known = await listMatchingValues(db, 'logs', 'model_name', model_name || '%', MAX_MODELS + 1 + excluded.length)
  const models = known.filter((model) => !excluded.includes(model))
  if (models.length > MAX_MODELS) return [rows]
  const anyModel = matchingRows(db, { ...filter, model_name: '', not_model_name: [] }).clearSelect()
  return models.map((model) => anyModel.where('model_name', '=', model))
}

/** Whether fields other than the model leave few rows. */
const isNarrow = ({ userId, username, token_name, token_id, channel, request_id }: LogFilter) =>
  Boolean(userId || username || token_name || token_id || channel || request_id)

type Order = Pick<PageRequest<LogSort>, 'sort' | 'order'>
const NEWEST_FIRST: Order = {}

/**
 * The rows of all sources in one order, with the column that they will be sorted by: as many as are told, or more. The
 * database merges what is in this order already: SQLite reads no more rows than it needs; PostgreSQL would sort all
 * rows of each source without being told how many.
 */
function merged(
  db: Queryable,
  sources: readonly LogQuery<object>[],
  order: Order,
  rows: number,
  column?: Exclude<LogSort, 'id'>,
): LogQuery<{ id: number; created_at: number }> {
  const selected = sources.map((source) => {
    const columns = source.select(['id', 'created_at'])
    return column ? columns.select(column) : columns
  })
  const [first, ...others] = selected
  if (others.length === 0 && first) return inOrder(first, order)
  const isLazy = db.getExecutor().adapter instanceof SqliteAdapter
  const parts = selected.map((source) => {
    const sorted = inOrder(source, order)
    return db.selectFrom((isLazy ? sorted : sorted.limit(rows)).as('source')).selectAll()
  })
  return inOrder(parts.reduce((union, part) => union.unionAll(part)) as unknown as (typeof selected)[number], order)
}

/** Sorts newest first by default, then by id, so that no row appears on two pages. */
function inOrder<Row>(query: LogQuery<Row>, { sort, order = 'desc' }: Order): LogQuery<Row> {
  const sorted = sort === 'id' ? query : query.orderBy(sort ?? 'created_at', order)
  return sorted.orderBy('id', order)
}
