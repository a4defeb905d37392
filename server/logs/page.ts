import type { Queryable } from '../store/database.ts'
import { listMatchingValues } from '../store/loose-scan.ts'
import type { PageRequest } from '../store/read-page.ts'
import type { LogRow } from '../store/tables.ts'
import { type LogFilter, type LogQuery, matchingRows } from './filter.ts'

export type LogSort = 'id' | 'quota' | 'use_time' | 'prompt_tokens' | 'completion_tokens'

/**
 * Up to this number, the models of a pattern are queried one by one; a scan of the time index soon finds more
 * common ones.
 */
const MAX_MODELS = 200

/**
 * Reads one page of the log. The ids are read from indexes alone where possible; whole rows are read only for the
 * page.
 */
export async function readLogPage(db: Queryable, filter: LogFilter, listing: PageRequest<LogSort>): Promise<LogRow[]> {
  const ids = await selectPageIds(db, filter, listing)
  if (!ids) return []
  return inOrder(db.selectFrom('logs').selectAll().where('id', 'in', ids), listing).execute()
}

/** The ids of a page as a query; undefined if no row can match. */
async function selectPageIds(db: Queryable, filter: LogFilter, listing: PageRequest<LogSort>) {
  const page = <Row>(query: LogQuery<Row>) => inOrder(query, listing).offset(listing.offset).limit(listing.limit)
  const plain = page(matchingRows(db, filter).clearSelect().select('id'))
  const { model_name, not_model_name: excluded = [] } = filter
  const isPattern = model_name.includes('%') || (model_name === '' && excluded.length > 0)
  if (!isPattern || isNarrow(filter)) return plain

  const known = await listMatchingValues(db, 'logs', 'model_name', model_name || '%', MAX_MODELS + 1 + excluded.length)
  const models = known.filter((model) => !excluded.includes(model))
  if (models.length > MAX_MODELS) return plain
  const [first, ...others] = models
  if (first === undefined) return undefined
  const anyModel = matchingRows(db, { ...filter, model_name: '', not_model_name: [] }).clearSelect()
  if (listing.sort) return page(anyModel.where('model_name', 'in', models).select('id'))
  // The page is among the first rows of each model, which are adjacent in the index.
  const firstOf = (model: string) => {
    const rows = inOrder(anyModel.where('model_name', '=', model).select(['id', 'created_at']), listing)
    return db.selectFrom(rows.limit(listing.offset + listing.limit).as('rows')).selectAll()
  }
  const firsts = others.reduce((all, model) => all.unionAll(firstOf(model)), firstOf(first))
  return page(db.selectFrom(firsts.as('logs')).select('id') as LogQuery<{ id: number }>)
}

/** Whether fields other than the model leave few rows. */
const isNarrow = ({ userId, username, token_name, token_id, channel, request_id }: LogFilter) =>
  Boolean(userId || username || token_name || token_id || channel || request_id)

/** Sorts newest first by default, then by id, so that no row appears on two pages. */
function inOrder<Row>(query: LogQuery<Row>, { sort, order = 'desc' }: PageRequest<LogSort>): LogQuery<Row> {
  const sorted = sort === 'id' ? query : query.orderBy(sort ?? 'created_at', order)
  return sorted.orderBy('id', order)
}
