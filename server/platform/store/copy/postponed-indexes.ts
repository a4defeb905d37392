import { sql, type Transaction } from 'kysely'
import type { Queryable, Store } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * Indexes of PostgreSQL tables that are filled from nothing: building them once behind the rows takes a fraction of
 * what it costs to keep them with each row.
 */

interface Index {
  name: string
  /** The statement that makes it. */
  definition: string
}

/** Where an import remembers indexes that it has yet to build. No source has this name. */
const REMEMBERED = { source: '', kind: 'index' } as const
/** Memory for sorting the rows of one index. */
const SORT_MEMORY = '256MB'

/** Drops the indexes of tables, but those that constraints are made of, and returns them. */
export async function dropIndexes(trx: Transaction<Tables>, tables: readonly string[]): Promise<Index[]> {
  if (tables.length === 0) return []
  const { rows } = await sql<Index>`
    select i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname in (${sql.join(tables)})
      and not x.indisunique and not exists (select 1 from pg_constraint c where c.conindid = i.oid)
    order by i.relname`.execute(trx)
  if (rows.length > 0) await sql`drop index ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(trx)
  return rows
}

/** Builds indexes that were dropped. */
export async function makeIndexes(trx: Transaction<Tables>, indexes: readonly Index[]): Promise<void> {
  await sql`select set_config('maintenance_work_mem', ${SORT_MEMORY}, true)`.execute(trx)
  for (const { definition } of indexes) await sql.raw(definition).execute(trx)
}

/**
 * Drops the indexes of a table that is empty and remembers them in the database, so that whatever happens,
 * `buildPostponedIndexes` makes them again. No server may use the table meanwhile.
 */
export async function postponeIndexes(
  { db, engine }: Pick<Store, 'db' | 'engine'>,
  table: keyof Tables,
): Promise<void> {
  if (engine !== 'postgres') return
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
    if (rows.length > 0) return
    const dropped = await dropIndexes(trx, [table])
    if (dropped.length === 0) return
    await trx
      .insertInto('import_origins')
      .values(
        dropped.map(({ name, definition }) => ({ ...REMEMBERED, source_id: name, target_id: 0, state: definition })),
      )
      .execute()
  })
}

/** Builds the indexes that an import has postponed, one transaction each: what ends it is continued by the next call. */
export async function buildPostponedIndexes(store: Pick<Store, 'db' | 'engine' | 'withoutTimeout'>): Promise<void> {
  if (store.engine !== 'postgres') return
  const waiting = await listPostponed(store.db)
  if (waiting.length === 0) return
  await store.withoutTimeout(async (db) => {
    for (const name of waiting) {
      await db.transaction().execute(async (trx) => {
        // Another node that starts at the same time waits here, and finds nothing.
        const row = await trx
          .deleteFrom('import_origins')
          .where('source', '=', REMEMBERED.source)
          .where('kind', '=', REMEMBERED.kind)
          .where('source_id', '=', name)
          .returning('state')
          .executeTakeFirst()
        if (row) await makeIndexes(trx, [{ name, definition: row.state }])
      })
    }
  })
}

async function listPostponed(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('import_origins')
    .select('source_id')
    .where('source', '=', REMEMBERED.source)
    .where('kind', '=', REMEMBERED.kind)
    .orderBy('source_id')
    .execute()
  return rows.map(({ source_id }) => source_id)
}
