import { sql } from 'kysely'
import type { Queryable } from '../database.ts'

/** A table with its columns, in any order. */
export interface CopiedTable {
  name: string
  columns: string[]
}

/** A sequence, and the last number that it gave out. */
export interface CopiedSequence {
  name: string
  last: number
}

/** Kysely's own tables: a restore writes them with the migrations. */
const OF_MIGRATIONS = ['kysely_migration', 'kysely_migration_lock']

/** Lists the tables of the database's schema with their columns: those before that others refer to. */
export async function listTables(db: Queryable): Promise<CopiedTable[]> {
  const { rows } = await sql<CopiedTable>`
    select c.relname as name, array_agg(a.attname::text order by a.attname) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    group by c.relname order by c.relname`.execute(db)
  return inOrderOfReferences(rows, await listReferences(db))
}

/** The tables without those that only tell of migrations. */
export const withoutMigrations = (tables: readonly CopiedTable[]) =>
  tables.filter(({ name }) => !OF_MIGRATIONS.includes(name))

async function listReferences(db: Queryable): Promise<{ from: string; to: string }[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select f.relname as from, t.relname as to from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid`.execute(db)
  return rows
}

function inOrderOfReferences(tables: readonly CopiedTable[], references: { from: string; to: string }[]) {
  const ordered = new Map<string, CopiedTable>()
  const visit = (table: CopiedTable | undefined, path: readonly string[]): void => {
    if (!table || ordered.has(table.name) || path.includes(table.name)) return
    for (const { from, to } of references) {
      if (from === table.name)
        visit(
          tables.find(({ name }) => name === to),
          [...path, table.name],
        )
    }
    ordered.set(table.name, table)
  }
  for (const table of tables) visit(table, [])
  return [...ordered.values()]
}

/** Lists the sequences that have given out numbers. */
export async function listSequences(db: Queryable): Promise<CopiedSequence[]> {
  const { rows } = await sql<CopiedSequence>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null order by sequencename`.execute(db)
  return rows
}
