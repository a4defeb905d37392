import { sql } from 'kysely'
import type { Store } from './database.ts'

/** Application name of the connection on which a node receives changes. */
export const CHANGES_CONNECTION_NAME = 'switchyard changes'

/**
 * Counts the nodes that work with a PostgreSQL database now. On SQLite, the lock of the data folder serves instead.
 */
export async function countRunningNodes({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{ nodes: number }>`select count(*) as nodes from pg_stat_activity
    where datname = current_database() and application_name = ${CHANGES_CONNECTION_NAME}`.execute(db)
  return rows[0]?.nodes ?? 0
}
