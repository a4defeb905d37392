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
import type { Store } from './database.ts'
import { createReadThread } from './read-thread.ts'
import type { Tables } from './tables.ts'

/** Opens a SQLite file, and creates it with its folder if there is none. */
export function openSqlite(path: string): Store {
  mkdirSync(join(path, '..'), { recursive: true })
  const file = new SqliteFile(path, { create: true })
  // WAL: readers never wait for the settler. NORMAL: a power cut may lose the last commits, the journal replays them.
  file.run('PRAGMA journal_mode = WAL')
  file.run('PRAGMA synchronous = NORMAL')
  file.run('PRAGMA busy_timeout = 5000')
  file.run('PRAGMA foreign_keys = ON')
  // The checkpointer is earlier; this is for everything that does not tell it. While somebody reads for long the log
  // cannot begin anew, and a checkpoint here would keep calls waiting: 100 MB.
  file.run('PRAGMA wal_autocheckpoint = 25000')
  const db = new Kysely<Tables>({ dialect: new Dialect(file) })
  const checkpointer = createCheckpointer(path, () => file.run('PRAGMA wal_autocheckpoint = 1000'))
  const reads = createReadThread(path)
  const close = () => {
    checkpointer.close()
    reads.close()
    return db.destroy()
  }
  return {
    db,
    reads: reads.db,
    engine: 'sqlite',
    patiently: (work) => work(db),
    sync: () => syncLog(path),
    wrote: checkpointer.wrote,
    close,
  }
}

/**
 * With synchronous = NORMAL commits lie in the log (WAL) unsynced. What is not in the log any more was synced when it
 * was moved into the file. To checkpoint here instead would wait for everybody who reads.
 */
async function syncLog(path: string): Promise<void> {
  await syncFile(`${path}-wal`, 'r+')
  // The log may be new in its folder. Windows has no such thing to sync.
  if (process.platform !== 'win32') await syncFile(dirname(path), 'r')
}

/** A log that is not there has nothing to sync. */
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
 * On a full disk SQLite has undone the transaction itself when it refuses a statement: another rollback would only put its own
 * error in the place of the reason.
 */
class Driver extends SqliteDriver {
  constructor(
    private readonly file: SqliteFile,
    config: SqliteDialectConfig,
  ) {
    super(config)
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.file.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** SQLite undoes changes of the schema like any other; so migrations are there in full or not at all, whatever dies. */
class Dialect extends SqliteDialect {
  constructor(private readonly file: SqliteFile) {
    super({ database: adapt(file) })
  }

  override createDriver() {
    return new Driver(this.file, { database: adapt(this.file) })
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

const bound = (parameters: readonly unknown[]) => parameters as SQLQueryBindings[]

/** Kysely expects the interface of better-sqlite3; Bun's differs in how parameters are passed. */
function adapt(file: SqliteFile) {
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const statement = file.query(sql)
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...bound(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...bound(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...bound(parameters)),
      }
    },
  }
}
