import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../../platform/store/database.ts'
import { databaseSeconds } from '../../../platform/store/database-seconds.ts'

/** Nodes report every half minute. */
const SILENT_SECONDS = 120

/** Whether a node has reported lately. */
export async function isRunningNode({ db, engine }: Store, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('nodes')
    .select('id')
    .where('id', '=', id)
    .where(sql<SqlBool>`seen_at > ${databaseSeconds(engine)} - ${SILENT_SECONDS}`)
    .executeTakeFirst()
  return row !== undefined
}
