import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** The page of a list that is requested. */
export interface PageRequest<Sort extends string> {
  sort?: Sort | undefined
  order?: 'asc' | 'desc' | undefined
  offset: number
  limit: number
  /** The row with this id comes first, whatever the order. */
  firstId?: number | undefined
}

/**
 * Reads one page and counts all rows of a query. Sorts by `column` (descending by default) after the row of `firstId`,
 * then by id, so that no row appears on two pages.
 */
export async function readPage<T extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, T, Row>,
  column: ReferenceExpression<Tables, T> | undefined,
  listing: PageRequest<string>,
): Promise<{ rows: Row[]; total: number }> {
  const count = query.clearSelect().select(sql<number>`count(*)`.as('count'))
  const { firstId } = listing
  const begun = firstId === undefined ? query : query.orderBy(sql`case when id = ${firstId} then 0 else 1 end`)
  const sorted = column === undefined || column === 'id' ? begun : begun.orderBy(column, listing.order ?? 'desc')
  const page = sorted
    .orderBy(sql.ref('id'), listing.order ?? 'desc')
    .offset(listing.offset)
    .limit(listing.limit)
  const [rows, counted] = await Promise.all([page.execute(), count.executeTakeFirstOrThrow()])
  return { rows, total: counted.count }
}
