import { commaList } from '#contract/comma-list.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { AbilityRow, ChannelRow } from '../platform/store/tables.ts'

/** Rows in one statement; both engines limit its parameters. */
export const CHUNK = 500

/** The routing rows of a channel: one for each of its groups and models. */
export function abilitiesOf({ id: channel_id, group, models, status, priority, weight }: ChannelRow): AbilityRow[] {
  const enabled = Number(status === CHANNEL_STATUS.enabled)
  return commaList(group).flatMap((group) =>
    commaList(models).map((model) => ({ group, model, channel_id, enabled, priority, weight })),
  )
}

/** Rewrites the routing rows of a channel. Call it in the channel's transaction. */
export async function rebuildAbilities(db: Queryable, channel: ChannelRow): Promise<void> {
  await removeAbilities(db, channel.id)
  const rows = abilitiesOf(channel)
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
