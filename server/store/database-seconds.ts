import { sql } from 'kysely'
import type { Engine, Store } from './database.ts'

/**
 * Unix seconds by the database's clock, for whatever all nodes must read the same of: their own clocks may differ. On
 * SQLite, where there is one node, it is the machine's.
 */
export const databaseSeconds = (engine: Engine) =>
  engine === 'postgres' ? sql<number>`floor(extract(epoch from clock_timestamp()))::bigint` : sql<number>`unixepoch()`

/** What that clock says now. */
export async function databaseNow({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseSeconds(engine)} as now`.execute(db)
  return rows[0]?.now ?? 0
}
