import { sql } from 'kysely'
import type { Engine } from './database.ts'

/**
 * Unix seconds by the database's clock, for whatever all nodes must read the same of: their own clocks may differ. On
 * SQLite, where there is one node, it is the machine's.
 */
export const databaseSeconds = (engine: Engine) =>
  engine === 'postgres' ? sql<number>`floor(extract(epoch from clock_timestamp()))::bigint` : sql<number>`unixepoch()`
