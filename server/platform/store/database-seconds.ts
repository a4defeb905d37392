import { sql } from 'kysely'
import type { Engine, Store } from './database.ts'

/**
 * Unix seconds by the database's clock, for times that all nodes must agree on: their own clocks may differ. On
 * SQLite, where there is one node, it is the machine's.
 */
export const databaseSeconds = (engine: Engine) =>
  engine === 'postgres' ? sql<number>`floor(extract(epoch from clock_timestamp()))::bigint` : sql<number>`unixepoch()`

/** Reads the current time of that clock. */
export async function databaseNow({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${databaseSeconds(engine)} as now`.execute(db)
  return rows[0]?.now ?? 0
}
