import type { Queryable } from '../../../platform/store/database.ts'
import type { ImportContext } from '../context.ts'
import { pagesOf, type Row } from '../source/reader.ts'
import { findOrigins, freeIds, type Origin, type OriginKind } from './origins.ts'
import { inTransaction, reserveIds, type TableWithIds } from './queries.ts'

interface Item {
  sourceId: number
}

/** What is known of the rows of a page before any is written. */
export interface Page {
  /** Ids in the source that are free here. */
  free: Set<number>
  /** Where an earlier run has put rows, by their id in the source. */
  origins: Map<string, Origin>
}

interface Import<I extends Item, Facts> {
  kind: OriginKind
  columns: readonly string[]
  /** Rows of a page. */
  limit?: number
  map(rows: readonly Row[]): I[]
  /** Reads what else is known of a page, such as which names are taken here. */
  readFacts(items: readonly I[]): Promise<Facts>
  write(trx: Queryable, page: Page & Facts, item: I): Promise<void>
}

/** Rows keep their ids, or get new ones here. */
type Target = { table: TableWithIds; newIds?: undefined } | { table: string; newIds: true }

/** Imports a table, each page in a transaction. */
export async function importPages<I extends Item, Facts>(
  ctx: ImportContext,
  { table, kind, columns, limit = 500, newIds, map, readFacts, write }: Import<I, Facts> & Target,
): Promise<void> {
  if (!newIds) await reserveIds(ctx, table)
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table, columns, limit })) {
    await ctx.checkpoint()
    const items = map(rows)
    const ids = items.map(({ sourceId }) => sourceId)
    const free = newIds ? new Set<number>() : await freeIds(ctx.store.db, table, ids)
    const page = { free, origins: await findOrigins(ctx, kind, ids), ...(await readFacts(items)) }
    await inTransaction(ctx, async (trx) => {
      for (const item of items) await write(trx, page, item)
    })
  }
}
