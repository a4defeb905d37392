import { sql } from 'kysely'
import type { Queryable, Store } from '../database.ts'
import {
  type CopiedSequence,
  type CopiedTable,
  listSequences,
  listTables,
  withoutMigrations,
} from './postgres-catalogue.ts'
import type { CopiedState } from './sqlite-copy.ts'

/** A database as of one moment, while others go on with it. */
export interface PostgresCopy extends CopiedState {
  tables: CopiedTable[]
  sequences: CopiedSequence[]
  /** The rows of a table: lines of JSON, as PostgreSQL writes it. */
  rowsOf(table: string): AsyncGenerator<Buffer>
}

/**
 * Shows `work` a PostgreSQL database in one transaction that sees one moment. It locks nothing that servers need. The
 * rows are written as text by PostgreSQL itself, so numbers and texts arrive as they are.
 */
export async function copyPostgres<T>(store: Store, work: (copy: PostgresCopy) => Promise<T>): Promise<T> {
  return store.withoutTimeout((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) =>
        work({
          // The first statement fixes the moment.
          positions: await readPositions(trx),
          migrations: await readMigrations(trx),
          tables: withoutMigrations(await listTables(trx)),
          sequences: await listSequences(trx),
          rowsOf: (table) => readRows(trx, table),
        }),
      ),
  )
}

async function readPositions(db: Queryable) {
  const rows = await db.selectFrom('journal_positions').select(['node_id', 'segment', 'offset']).execute()
  return new Map(rows.map(({ node_id, segment, offset }) => [node_id, { segment, offset }]))
}

async function readMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const MANY_BYTES = 4 * 1024 * 1024

/** Fetches many rows at a time while they are short: a table may hold rows of a megabyte. */
async function* readRows(trx: Queryable, table: string): AsyncGenerator<Buffer> {
  await sql`declare copied_rows no scroll cursor for
    select row_to_json(r)::text as line from ${sql.table(table)} as r`.execute(trx)
  const [few, many] = [
    sql<{ line: string }>`fetch 20 from copied_rows`,
    sql<{ line: string }>`fetch 2000 from copied_rows`,
  ]
  for (let average = MANY_BYTES; ; ) {
    const { rows } = await (average * 2000 > MANY_BYTES ? few : many).execute(trx)
    if (rows.length === 0) break
    const lines = Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
    yield lines
    average = lines.length / rows.length
  }
  await sql`close copied_rows`.execute(trx)
}
