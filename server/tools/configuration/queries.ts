import type { Queryable } from '../../platform/store/database.ts'
import type { ChannelRow } from '../../platform/store/tables.ts'

/** All channels, oldest first. */
export const listAllChannels = (db: Queryable): Promise<ChannelRow[]> =>
  db.selectFrom('channels').selectAll().orderBy('id').execute()

/** The channels that have several keys. */
export async function listPooledChannels(db: Queryable): Promise<Set<number>> {
  const rows = await db.selectFrom('channel_keys').select('channel_id').distinct().execute()
  return new Set(rows.map(({ channel_id }) => channel_id))
}

/** All stored options as they are in the database. */
export const listStoredOptions = (db: Queryable): Promise<{ key: string; value: string }[]> =>
  db.selectFrom('options').select(['key', 'value']).execute()
