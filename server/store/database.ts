import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Engine = 'sqlite' | 'postgres'
export type Database = Kysely<Tables>
/** A connection or an open transaction: whatever a query can run on. */
export type Queryable = Database | Transaction<Tables>

export interface Store {
  db: Database
  /**
   * For queries outside of transactions that may look at many rows: calls are not kept waiting by them. Each sees what
   * was committed before it.
   */
  reads: Database
  engine: Engine
  /** Does work whose statements may take as long as they need, such as an index over millions of rows. */
  patiently<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Resolves when everything committed so far survives the death of the machine. */
  sync(): Promise<void>
  /** Many rows were written: the engine may want to tidy up, somewhere else. Returns at once. */
  wrote(rows: number): void
  close(): Promise<void>
}

/** Opens PostgreSQL if an address is given, else the SQLite file in `dataDir`. Does not migrate. Loads only what it opens. */
export async function openStore(options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Store> {
  const { databaseUrl, dataDir } = options
  if (databaseUrl) return (await import('./postgres.ts')).openPostgres(databaseUrl)
  return (await import('./sqlite.ts')).openSqlite(join(dataDir, 'switchyard.db'))
}
