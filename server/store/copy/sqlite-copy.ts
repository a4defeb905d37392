import { Database } from 'bun:sqlite'

const BUSY_MS = 10_000

/** What a copied database says of itself. */
export interface CopiedState {
  /** Names of the migrations that it has. */
  migrations: string[]
  /** Up to where a node's journal is settled in it. */
  position: { segment: number; offset: number } | undefined
}

/**
 * Writes a copy of a SQLite file that servers may be using: all of it as of one moment, without what was deleted. It
 * reads beside them, so that nobody waits.
 */
export function copySqlite(path: string, target: string): void {
  const file = new Database(path, { create: false, readwrite: true })
  try {
    file.run(`PRAGMA busy_timeout = ${BUSY_MS}`)
    file.run('VACUUM INTO ?', [target])
  } finally {
    file.close()
  }
}

/** Reads the state of a copy. */
export function readCopiedState(path: string, nodeId: string | undefined): CopiedState {
  const file = new Database(path, { readonly: true })
  try {
    const migrations = file.query<{ name: string }, []>('select name from kysely_migration order by name').all()
    const position = file
      .query<{ segment: number; offset: number }, [string]>(
        'select segment, "offset" from journal_positions where node_id = ?',
      )
      .get(nodeId ?? '')
    return { migrations: migrations.map(({ name }) => name), position: position ?? undefined }
  } finally {
    file.close()
  }
}

/** Returns the damage of a SQLite file, in SQLite's words; undefined = it is sound. */
export function findSqliteDamage(path: string): string | undefined {
  const file = new Database(path, { readonly: true })
  try {
    const lines = file.query<{ quick_check: string }, []>('PRAGMA quick_check(5)').all()
    const found = lines.map(({ quick_check }) => quick_check).join('; ')
    return found === 'ok' ? undefined : found
  } finally {
    file.close()
  }
}
