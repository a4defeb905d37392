import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Which rows of a list are wanted. */
export interface Listing<Sort extends string> {
  sort?: Sort | undefined
  order?: 'asc' | 'desc' | undefined
  offset: number
  limit: number
}

/**
 * Reads one page and counts all rows of a query. `column` sorts (descending unless asked otherwise), the id decides
 * between equals, so that no row appears on two pages.
 */
export async function readListing<T extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, T, Row>,
  column: ReferenceExpression<Tables, T> | undefined,
  listing: Listing<string>,
): Promise<{ rows: Row[]; total: number }> {
  const count = query.clearSelect().select(sql<number>`count(*)`.as('count'))
  const [rows, counted] = await Promise.all([readPage(query, column, listing), count.executeTakeFirstOrThrow()])
  return { rows, total: counted.count }
}

/** The rows of one page alone, for lists that know better how to count. */
export function readPage<T extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, T, Row>,
  column: ReferenceExpression<Tables, T> | undefined,
  { order = 'desc', offset, limit }: Listing<string>,
): Promise<Row[]> {
  const sorted = column === undefined || column === 'id' ? query : query.orderBy(column, order)
  return sorted.orderBy(sql.ref('id'), order).offset(offset).limit(limit).execute()
}
