import { sql } from 'kysely'
import type { Store } from './database.ts'

/** What a node calls the connection on which it hears of changes. */
export const CHANGES = 'switchyard changes'

/** How many nodes work with a PostgreSQL database now; of SQLite's, the lock of the data folder tells. */
export async function runningNodes({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<number> {
  if (engine === 'sqlite') return 0
  const { rows } = await sql<{ nodes: number }>`select count(*) as nodes from pg_stat_activity
    where datname = current_database() and application_name = ${CHANGES}`.execute(db)
  return rows[0]?.nodes ?? 0
}
