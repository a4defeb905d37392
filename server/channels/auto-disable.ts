import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Services } from '../services.ts'

/**
 * Switches a channel off because its upstream refuses the credential. Routing stops at once; the database follows with
 * the reason and an audit row. Does nothing when the channel is no longer enabled, so parallel failures act once.
 */
export async function autoDisable(services: Services, id: number, reason: string): Promise<void> {
  const { store, channels, bus } = services
  channels.disable(id)
  const now = Math.floor(Date.now() / 1000)
  await store.db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('channels')
      .set({
        status: CHANNEL_STATUS.autoDisabled,
        other_info: JSON.stringify({ status_reason: reason, status_time: now }),
      })
      .where('id', '=', id)
      .where('status', '=', CHANNEL_STATUS.enabled)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return
    await trx.updateTable('abilities').set({ enabled: 0 }).where('channel_id', '=', id).execute()
    await trx
      .insertInto('audits')
      .values({
        created_at: now,
        actor_id: 0,
        actor_name: 'system',
        action: 'channel.auto_disable',
        target_kind: 'channel',
        target_id: String(id),
        before: JSON.stringify({ status: CHANNEL_STATUS.enabled }),
        after: JSON.stringify({ status: CHANNEL_STATUS.autoDisabled, reason }),
        ip: '',
        request_id: '',
      })
      .execute()
  })
  bus.publish({ kind: 'channels' })
}
