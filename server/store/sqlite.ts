import { type SQLQueryBindings, Database as SqliteFile } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, SqliteDialect } from 'kysely'
import { createCheckpointer } from './checkpointer.ts'
import type { Store } from './database.ts'
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
