import { sql } from 'kysely'
import type { Database, Engine, Queryable } from './database.ts'
import { databaseSeconds } from './database-seconds.ts'

/** What a node reports of itself. */
export interface NodeReport {
  id: string
  host: string
  version: string
  started_at: number
  calls: number
  memory: number
  /** Bytes of the disk that holds its data. */
  disk_free: number
  disk_size: number
}

/** A node that was silent for this number of seconds has stopped, or is cut off; it is listed for a day. */
const KEPT_SECONDS = 86_400

/** Stores a node's report with the database's time, and deletes nodes that have been silent for a day. */
export async function storeNode(db: Database, engine: Engine, report: NodeReport): Promise<void> {
  const now = databaseSeconds(engine)
  const row = { ...report, seen_at: now }
  await db
    .insertInto('nodes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  await db.deleteFrom('nodes').where('seen_at', '<', sql<number>`${now} - ${KEPT_SECONDS}`).execute()
}

/** Deletes a node that stops. */
export async function deleteNode(db: Database, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}

/** Lists the nodes, oldest start first, with the seconds since their last report. */
export const listNodes = (db: Queryable, engine: Engine) =>
  db
    .selectFrom('nodes')
    .selectAll()
    .select(sql<number>`${databaseSeconds(engine)} - seen_at`.as('silent'))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
