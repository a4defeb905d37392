import type { KeyState } from '#contract/channel-keys.ts'
import { KEY_STATUS } from '#contract/statuses.ts'
import type { ChannelKeyRow } from '../../calls/key-pools/tables.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { readPage } from '../../platform/store/read-page.ts'

export function findKey(db: Queryable, channel: number, id: number): Promise<ChannelKeyRow | undefined> {
  return db
    .selectFrom('channel_keys')
    .selectAll()
    .where('channel_id', '=', channel)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Reads a page of a channel's keys, oldest first. `now` in milliseconds since the epoch. */
export function listKeys(
  db: Queryable,
  { channel, state, now }: { channel: number; state: KeyState | undefined; now: number },
  page: { offset: number; limit: number },
) {
  let query = db.selectFrom('channel_keys').selectAll().where('channel_id', '=', channel)
  if (state) query = query.where('status', '=', state === 'cooling' ? KEY_STATUS.enabled : KEY_STATUS[state])
  if (state === 'enabled') query = query.where('cooling_until', '<=', now)
  if (state === 'cooling') query = query.where('cooling_until', '>', now)
  return readPage(query, 'id', { ...page, order: 'asc' })
}

/** Reads the ids and hashes of a channel's keys, oldest first. */
export function readKeyHashes(db: Queryable, channel: number) {
  return db
    .selectFrom('channel_keys')
    .select(['id', 'key_hash', 'status'])
    .where('channel_id', '=', channel)
    .orderBy('id')
    .execute()
}

/** Reads the hashes of the keys of all channels that have several, by channel, oldest first. */
export async function readAllKeyHashes(db: Queryable): Promise<ReadonlyMap<number, string[]>> {
  const rows = await db.selectFrom('channel_keys').select(['channel_id', 'key_hash']).orderBy('id').execute()
  const hashes = new Map<number, string[]>()
  for (const { channel_id, key_hash } of rows) {
    const own = hashes.get(channel_id)
    if (own) own.push(key_hash)
    else hashes.set(channel_id, [key_hash])
  }
  return hashes
}

/** Stopped keys whose time for a test has come, the most overdue first. `now` in unix seconds. */
export function readDueKeys(db: Queryable, now: number, limit: number) {
  return db
    .selectFrom('channel_keys')
    .select(['id', 'channel_id', 'probes'])
    .where('status', '=', KEY_STATUS.stopped)
    .where('probe_at', '<=', now)
    .orderBy('probe_at')
    .limit(limit)
    .execute()
}
