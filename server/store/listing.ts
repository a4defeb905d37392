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
  const sorted = column === undefined || column === 'id' ? query : query.orderBy(column, listing.order ?? 'desc')
  const page = sorted
    .orderBy(sql.ref('id'), listing.order ?? 'desc')
    .offset(listing.offset)
    .limit(listing.limit)
  const [rows, counted] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()])
  return { rows, total: counted.count }
}
