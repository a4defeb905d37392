import { type SQLQueryBindings, Database as SqliteFile } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { createCheckpointer } from './checkpointer.ts'
import type { Store, StoreAddress } from './database.ts'
import { createReadThreads } from './reads/read-threads.ts'
import type { Tables } from './tables.ts'
import { TurnTakingConnection } from './turn-taking-connection.ts'
import type { WriteTurns } from './write-turns.ts'
import { type WritingThread, writesInThread } from './writes-in-thread.ts'

/**
 * Opens a SQLite file; creates it and its folder if missing. `turns`: those of the processes that write to it. `thread`: runs
 * what is not written in this thread.
 */
export function openSqlite(path: string, turns?: WriteTurns, thread?: (place: StoreAddress) => WritingThread): Store {
  mkdirSync(join(path, '..'), { recursive: true })
  const file = new SqliteFile(path, { create: true })
  // The first, because the next may meet another process that opens the file.
  file.run('PRAGMA busy_timeout = 5000')
  // WAL: readers never wait for the settler. NORMAL: a power failure may lose the last commits, which the journal
  // replays.
  file.run('PRAGMA journal_mode = WAL')
  file.run('PRAGMA synchronous = NORMAL')
  file.run('PRAGMA foreign_keys = ON')
  // The checkpointer runs earlier; this limit covers writes that are not reported to it. During a long read the log
  // cannot restart, and a checkpoint here would hold up calls, hence 100 MB.
  file.run('PRAGMA wal_autocheckpoint = 25000')
  const db = new Kysely<Tables>({ dialect: new Dialect(file, turns) })
  const place = { dataDir: dirname(path) }
  const checkpointer = createCheckpointer(path, () => file.run('PRAGMA wal_autocheckpoint = 1000'))
  const reads = createReadThreads(path)
  // Every transaction uses the one connection.
  const whileNotWriting: Store['whileNotWriting'] = (work) =>
    db.connection().execute(() => (turns ? inTurn(turns, work) : work()))
  const writes = thread ? writesInThread(thread(place), whileNotWriting) : db
  return {
    db,
    reads: reads.db,
    writes,
    engine: 'sqlite',
    isShared: turns !== undefined,
    withoutTimeout: (work) => work(db),
    place,
    whileNotWriting,
    sync: () => syncLog(path),
    noteWrites: checkpointer.noteWrites,
    async close() {
      checkpointer.close()
      reads.close()
      await writes.destroy()
      await db.destroy()
    },
  }
}

async function inTurn<T>(turns: WriteTurns, work: () => Promise<T>): Promise<T> {
  const end = await turns.take()
  return work().finally(end)
}

/**
 * Syncs the log. With synchronous = NORMAL, commits lie in the log (WAL) unsynced; what is no longer in the log was
 * synced when it was moved into the file. A checkpoint here would wait for all readers.
 */
async function syncLog(path: string): Promise<void> {
  await syncFile(`${path}-wal`, 'r+')
  // The log may be new in its folder. Windows cannot sync folders.
  if (process.platform !== 'win32') await syncFile(dirname(path), 'r')
}

/** Syncs a file; a missing log has nothing to sync. */
async function syncFile(path: string, flags: string): Promise<void> {
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  try {
    await file?.sync()
  } finally {
    await file?.close()
  }
}

/**
 * Rolls back only an open transaction. On a full disk SQLite has already undone the transaction when it refuses a
 * statement, and another rollback would replace the original error with its own.
 */
class Driver extends SqliteDriver {
  #turnTaking: TurnTakingConnection | undefined

  constructor(
    private readonly file: SqliteFile,
    config: SqliteDialectConfig,
    private readonly turns: WriteTurns | undefined,
  ) {
    super(config)
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    if (!this.turns) return connection
    this.#turnTaking ??= new TurnTakingConnection(connection, this.turns)
    return this.#turnTaking
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#turnTaking?.begin()
    await super.beginTransaction(connection).catch((error) => {
      this.#turnTaking?.end()
      throw error
    })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#turnTaking?.end()
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.file.inTransaction) await super.rollbackTransaction(connection)
    } finally {
      this.#turnTaking?.end()
    }
  }
}

/**
 * SQLite rolls back schema changes like any other, so a migration is applied in full or not at all, even if the
 * process dies.
 */
class Dialect extends SqliteDialect {
  constructor(
    private readonly file: SqliteFile,
    private readonly turns: WriteTurns | undefined,
  ) {
    super({ database: adapt(file) })
  }

  override createDriver() {
    return new Driver(this.file, { database: adapt(this.file) }, this.turns)
  }

  override createAdapter() {
    return new TransactionalSchema()
  }
}

class TransactionalSchema extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

const asBindings = (parameters: readonly unknown[]) => parameters as SQLQueryBindings[]

/** Kysely expects the interface of better-sqlite3; Bun's passes parameters differently. */
function adapt(file: SqliteFile) {
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const statement = file.query(sql)
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...asBindings(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...asBindings(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...asBindings(parameters)),
      }
    },
  }
}
