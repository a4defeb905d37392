import { Database } from 'bun:sqlite'

const BUSY_MS = 10_000

/** What a copied database says of itself. */
export interface CopiedState {
  /** Names of the migrations that it has. */
  migrations: string[]
  /** Up to where the journal of each node is settled in it, by the node's id. */
  positions: Map<string, { segment: number; offset: number }>
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
export function readCopiedState(path: string): CopiedState {
  const file = new Database(path, { readonly: true })
  try {
    const migrations = file.query<{ name: string }, []>('select name from kysely_migration order by name').all()
    const positions = file
      .query<{ node_id: string; segment: number; offset: number }, []>(
        'select node_id, segment, "offset" from journal_positions',
      )
      .all()
    return {
      migrations: migrations.map(({ name }) => name),
      positions: new Map(positions.map(({ node_id, segment, offset }) => [node_id, { segment, offset }])),
    }
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
