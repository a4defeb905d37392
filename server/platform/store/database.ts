import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { WriteTurns } from './write-turns.ts'
import type { WritingThread } from './writes-in-thread.ts'

export type Engine = 'sqlite' | 'postgres'
export type Database = Kysely<Tables>
/** A connection or an open transaction. */
export type Queryable = Database | Transaction<Tables>

export interface Store {
  db: Database
  /**
   * For queries outside of transactions that may read many rows without holding up calls. Each sees what was
   * committed before it.
   */
  reads: Database
  /**
   * For what calls leave behind, such as sums and last uses. SQLite runs in the calling thread, where a write would hold up
   * calls: these run in the thread that settles, if the store was opened with it.
   */
  writes: Database
  engine: Engine
  /** Whether other processes may write to the database as well. */
  isShared: boolean
  /** Runs work without a statement timeout, such as an index over millions of rows. */
  withoutTimeout<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Resolves when everything committed so far survives the death of the machine. */
  sync(): Promise<void>
  /** What the store was opened with: another thread opens the same database by it. */
  readonly place: StoreAddress
  /** Runs work of another thread that writes to the database. Nothing is written by this thread meanwhile. */
  whileNotWriting<T>(work: () => Promise<T>): Promise<T>
  /** Reports that many rows were written, so that the engine may clean up in the background. Returns at once. */
  noteWrites(rows: number): void
  close(): Promise<void>
}

export interface StoreAddress {
  /** Address of a PostgreSQL database; without it, SQLite is used. */
  databaseUrl?: string | undefined
  /** Folder of the SQLite file. */
  dataDir: string
}

/**
 * Opens PostgreSQL if an address is given, else the SQLite file in `dataDir`. Does not migrate. Loads only the
 * driver that it opens. `turns`: those of the processes that write to the same SQLite file. `thread`: a further
 * thread that writes it.
 */
export async function openStore(
  { databaseUrl, dataDir }: StoreAddress,
  turns?: WriteTurns,
  thread?: (place: StoreAddress) => WritingThread,
): Promise<Store> {
  if (databaseUrl) return (await import('./postgres.ts')).openPostgres(databaseUrl)
  return (await import('./sqlite.ts')).openSqlite(join(dataDir, 'switchyard.db'), turns, thread)
}
