import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../store/database.ts'
import type { ChannelRow } from '../store/tables.ts'
import { commaList } from './registry.ts'

/** Rows in one statement; both engines limit its parameters. */
const CHUNK = 500

/** Rewrites the routing rows of a channel: one for each of its groups and models. Call it in the channel's transaction. */
export async function rebuildAbilities(db: Queryable, channel: ChannelRow): Promise<void> {
  await removeAbilities(db, channel.id)
  const { id: channel_id, priority, weight } = channel
  const enabled = Number(channel.status === CHANNEL_STATUS.enabled)
  const rows = commaList(channel.group).flatMap((group) =>
    commaList(channel.models).map((model) => ({ group, model, channel_id, enabled, priority, weight })),
  )
  for (let start = 0; start < rows.length; start += CHUNK) {
    await db
      .insertInto('abilities')
      .values(rows.slice(start, start + CHUNK))
      .execute()
  }
}

export async function removeAbilities(db: Queryable, channelId: number): Promise<void> {
  await db.deleteFrom('abilities').where('channel_id', '=', channelId).execute()
}
