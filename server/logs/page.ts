import type { Queryable } from '../store/database.ts'
import type { Listing } from '../store/listing.ts'
import { valuesMatching } from '../store/loose-scan.ts'
import type { LogRow } from '../store/tables.ts'
import { type LogFilter, type LogQuery, matching } from './filter.ts'

export type LogSort = 'id' | 'quota' | 'use_time' | 'prompt_tokens' | 'completion_tokens'

/** So many models of a pattern are looked up one by one; more of them are met soon on a walk along the time. */
const MOST_MODELS = 200

/** One page of the log. The ids are found in indexes alone where these tell enough; whole rows are read only for the page. */
export async function readLogPage(db: Queryable, filter: LogFilter, listing: Listing<LogSort>): Promise<LogRow[]> {
  const ids = await pageOfIds(db, filter, listing)
  if (!ids) return []
  return inOrder(db.selectFrom('logs').selectAll().where('id', 'in', ids), listing).execute()
}

/** The ids of a page as a query; undefined where no row can match. */
async function pageOfIds(db: Queryable, filter: LogFilter, listing: Listing<LogSort>) {
  const page = <Row>(query: LogQuery<Row>) => inOrder(query, listing).offset(listing.offset).limit(listing.limit)
  const plain = page(matching(db, filter).clearSelect().select('id'))
  const { model_name, not_model_name: excluded = [] } = filter
  const isPattern = model_name.includes('%') || (model_name === '' && excluded.length > 0)
  if (!isPattern || isNarrow(filter)) return plain

  const known = await valuesMatching(db, 'logs', 'model_name', model_name || '%', MOST_MODELS + 1 + excluded.length)
  const models = known.filter((model) => !excluded.includes(model))
  if (models.length > MOST_MODELS) return plain
  const [first, ...others] = models
  if (first === undefined) return undefined
  const anyModel = matching(db, { ...filter, model_name: '', not_model_name: [] }).clearSelect()
  if (listing.sort) return page(anyModel.where('model_name', 'in', models).select('id'))
  // The page is among the first rows of each model, which are next to each other in the index.
  const firstOf = (model: string) => {
    const rows = inOrder(anyModel.where('model_name', '=', model).select(['id', 'created_at']), listing)
    return db.selectFrom(rows.limit(listing.offset + listing.limit).as('rows')).selectAll()
  }
  const firsts = others.reduce((all, model) => all.unionAll(firstOf(model)), firstOf(first))
  return page(db.selectFrom(firsts.as('logs')).select('id') as LogQuery<{ id: number }>)
}

/** Whether other fields than the model leave few rows. */
const isNarrow = ({ userId, username, token_name, token_id, channel, request_id }: LogFilter) =>
  Boolean(userId || username || token_name || token_id || channel || request_id)

/** Newest first unless asked otherwise; the id decides between equals, so that no row appears on two pages. */
function inOrder<Row>(query: LogQuery<Row>, { sort, order = 'desc' }: Listing<LogSort>): LogQuery<Row> {
  const sorted = sort === 'id' ? query : query.orderBy(sort ?? 'created_at', order)
  return sorted.orderBy('id', order)
}
