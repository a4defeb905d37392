import { type SQLQueryBindings, Database as SqliteFile } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect, SqliteDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createCheckpointer } from './checkpointer.ts'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Database = Kysely<Tables>
/** A connection or an open transaction: whatever a query can run on. */
export type Queryable = Database | Transaction<Tables>

export interface Store {
  db: Database
  engine: Engine
  /** Resolves when everything committed so far survives the death of the machine. */
  sync(): Promise<void>
  /** Many rows were written: the engine may want to tidy up, somewhere else. Returns at once. */
  wrote(rows: number): void
  close(): Promise<void>
}

/** Opens PostgreSQL if an address is given, else the SQLite file in `dataDir`. Does not migrate. */
export function openStore(options: { databaseUrl?: string | undefined; dataDir: string }): Store {
  return options.databaseUrl ? openPostgres(options.databaseUrl) : openSqlite(join(options.dataDir, 'switchyard.db'))
}

function openSqlite(path: string): Store {
  mkdirSync(join(path, '..'), { recursive: true })
  const file = new SqliteFile(path, { create: true })
  // WAL: readers never wait for the settler. NORMAL: a power cut may lose the last commits, the journal replays them.
  file.run('PRAGMA journal_mode = WAL')
  file.run('PRAGMA synchronous = NORMAL')
  file.run('PRAGMA busy_timeout = 5000')
  file.run('PRAGMA foreign_keys = ON')
  // The checkpointer is earlier; this is for everything that does not tell it.
  file.run('PRAGMA wal_autocheckpoint = 8000')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(file) }) })
  // With synchronous = NORMAL, commits are only certain once they are checkpointed.
  const sync = async () => void file.run('PRAGMA wal_checkpoint(FULL)')
  const checkpointer = createCheckpointer(path, () => file.run('PRAGMA wal_autocheckpoint = 1000'))
  const close = () => {
    checkpointer.close()
    return db.destroy()
  }
  return { db, engine: 'sqlite', sync, wrote: checkpointer.wrote, close }
}

/** Kysely expects the interface of better-sqlite3; Bun's differs in how parameters are passed. */
function adapt(file: SqliteFile) {
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const statement = file.query(sql)
      const bind = (parameters: readonly unknown[]) => parameters as SQLQueryBindings[]
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...bind(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...bind(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...bind(parameters)),
      }
    },
  }
}

const INT8 = 20
const NUMERIC = 1700

function openPostgres(connectionString: string): Store {
  // 64-bit integers arrive as numbers: every amount is bounded far below 2⁵³ (contract/quota.ts).
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format as 'text'),
  }
  const pool = new pg.Pool({ connectionString, max: 20, types: types as never, statement_timeout: 30_000 })
  // Without a listener, a connection that the server closes while idle would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  // PostgreSQL's commits are certain when it answers.
  return { db, engine: 'postgres', sync: async () => {}, wrote: () => {}, close: () => db.destroy() }
}
