import { ROLE } from '#contract/roles.ts'
import { CHANNEL_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable, Store } from '../../platform/store/database.ts'

const DAY = 86_400

/** Queries that calls and pages wait for; each must be fast however large the database is. */
export function listTypicalQueries({ reads: db }: Store): { name: string; run: () => Promise<unknown> }[] {
  const since = nowInSeconds() - DAY
  return [
    {
      name: 'reading the newest log rows',
      run: () => db.selectFrom('logs').selectAll().orderBy('id', 'desc').limit(20).execute(),
    },
    {
      name: 'reading the statistics of a day',
      run: () => db.selectFrom('quota_data').select(['quota']).where('created_at', '>=', since).limit(10_000).execute(),
    },
    { name: 'reading all channels', run: () => db.selectFrom('channels').select(['id', 'key']).execute() },
    { name: 'reading users', run: () => db.selectFrom('users').select('id').orderBy('id', 'desc').limit(20).execute() },
  ]
}

/** Reads the list of tables: what fails here is no table's fault. */
export const readSchema = (db: Queryable) => db.introspection.getTables()

/** The stored texts of all options. */
export async function readOptions(db: Queryable): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('options').select(['key', 'value']).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

/** The accounts that can change settings. */
export const listAdministrators = (db: Queryable) =>
  db
    .selectFrom('users')
    .select(['username', 'password'])
    .where('role', '>=', ROLE.admin)
    .where('status', '=', USER_STATUS.enabled)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(50)
    .execute()

/** Where a node's journal is settled. */
export const readPosition = (db: Queryable, nodeId: string) =>
  db.selectFrom('journal_positions').select(['segment', 'offset']).where('node_id', '=', nodeId).executeTakeFirst()

/** The addresses of enabled channels. */
export async function listUpstreams(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('channels')
    .select('base_url')
    .distinct()
    .where('status', '=', CHANNEL_STATUS.enabled)
    .execute()
  return rows.flatMap(({ base_url }) => (base_url ? [base_url] : []))
}
