import { sql, type Transaction } from 'kysely'
import type { Queryable, Store } from '../database.ts'
import { migrationsOf } from '../migrate.ts'
import type { Tables } from '../tables.ts'
import { type CopiedSequence, type CopiedTable, listTables, withoutMigrations } from './postgres-catalogue.ts'
import { dropIndexes, makeIndexes } from './postponed-indexes.ts'

/** What a copied database consists of, apart from its rows. */
export interface CopiedSchema {
  migrations: string[]
  tables: CopiedTable[]
  sequences: CopiedSequence[]
}

/** An empty PostgreSQL database in which a copied schema was made. */
export interface PostgresTarget {
  /** Inserts lines of JSON into a table; resolves to their number. Rows of tables that no version made are left out. */
  load(table: string, lines: AsyncIterable<Buffer>): Promise<number>
}

/** Rows and bytes of one insert at most. */
const BATCH_ROWS = 5000
const BATCH_BYTES = 4 * 1024 * 1024

/** Whether a database has no table yet. */
export const isEmptyPostgres = async (db: Queryable) => (await listTables(db)).length === 0

/** Throws when the schema was made by a version whose migrations are not known here. */
export function requireKnownMigrations(names: readonly string[]): void {
  const known = migrationsOf('postgres')
  const newer = names.find((name) => !known[name])
  if (newer) throw new Error(`the backup was made by a newer version (its step ${newer} is not known here)`)
}

/**
 * Makes the schema of a copy in an empty database and lets `work` load the rows. All of it is one transaction:
 * whatever fails, the database stays empty.
 */
export async function loadPostgres<T>(
  store: Store,
  schema: CopiedSchema,
  work: (target: PostgresTarget) => Promise<T>,
): Promise<T> {
  requireKnownMigrations(schema.migrations)
  return store.withoutTimeout((db) =>
    db.transaction().execute(async (trx) => {
      await makeSchema(trx, schema)
      const made = new Set(withoutMigrations(await listTables(trx)).map(({ name }) => name))
      const indexes = await dropIndexes(trx, [...made])
      const done = await work({
        load: (table, lines) => (made.has(table) ? insertLines(trx, table, lines) : skip(lines)),
      })
      await makeIndexes(trx, indexes)
      for (const { name, last } of schema.sequences) {
        await sql`select setval(format('%I.%I', current_schema(), ${name}::text)::regclass, ${last})
          where to_regclass(format('%I.%I', current_schema(), ${name}::text)) is not null`.execute(trx)
      }
      return done
    }),
  )
}

/** Runs the migrations that the copy has, and empties what they filled. Throws when a table came out different. */
async function makeSchema(trx: Transaction<Tables>, schema: CopiedSchema): Promise<void> {
  const known = migrationsOf('postgres')
  for (const name of schema.migrations) await known[name]?.up(trx)
  await writeMigrations(trx, schema.migrations)
  const tables = withoutMigrations(await listTables(trx))
  for (const { name, columns } of tables) {
    const copied = schema.tables.find((table) => table.name === name)
    const differing = new Set(columns).symmetricDifference(new Set(copied?.columns))
    if (copied && differing.size > 0) {
      throw new Error(
        `table ${name} of the backup has other columns than this version makes: ${[...differing].join(', ')}`,
      )
    }
  }
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(trx)
}

/** Notes the migrations as Kysely's Migrator does, which cannot run inside of a transaction of ours. */
async function writeMigrations(trx: Transaction<Tables>, names: readonly string[]): Promise<void> {
  await sql`create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(
    trx,
  )
  await sql`create table kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)`.execute(
    trx,
  )
  await sql`insert into kysely_migration_lock (id, is_locked) values ('migration_lock', 0)`.execute(trx)
  const at = new Date().toISOString()
  const rows = names.map((name) => sql`(${name}, ${at})`)
  await sql`insert into kysely_migration (name, timestamp) values ${sql.join(rows)}`.execute(trx)
}

async function insertLines(trx: Queryable, table: string, lines: AsyncIterable<Buffer>): Promise<number> {
  let count = 0
  for await (const batch of batchesOf(lines)) {
    await sql`insert into ${sql.table(table)}
      select * from json_populate_recordset(null::${sql.table(table)}, ${`[${batch.join(',')}]`}::json)`.execute(trx)
    count += batch.length
  }
  return count
}

async function* batchesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  let rest: Buffer = Buffer.alloc(0)
  let batch: string[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    const whole: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const end = whole.lastIndexOf('\n') + 1
    rest = Buffer.from(whole.subarray(end))
    for (const line of whole.toString('utf8', 0, end).split('\n')) {
      if (line === '') continue
      batch.push(line)
      bytes += line.length
      if (batch.length < BATCH_ROWS && bytes < BATCH_BYTES) continue
      yield batch
      batch = []
      bytes = 0
    }
  }
  if (batch.length > 0) yield batch
}

async function skip(lines: AsyncIterable<Buffer>): Promise<number> {
  for await (const _ of lines);
  return 0
}
