import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { type Author, SYSTEM, writeAudit } from '../audits/write.ts'
import type { Services } from '../services.ts'
import { redactKeys } from '../upstream/redact.ts'
import { publishChannels } from './publish-channels.ts'

/**
 * Disables a channel because its upstream refuses the credential, is too slow or has no credit left. Routing stops
 * at once; the database follows with the reason and an audit row. Does nothing when the channel is no longer enabled,
 * so parallel failures act once.
 */
export async function autoDisable(services: Services, id: number, reason: string): Promise<void> {
  const { channels, bus } = services
  const { key = '' } = channels.byId(id) ?? {}
  channels.disable(id)
  const redacted = redactKeys(reason, key)
  await changeStatus(services, SYSTEM, { id, from: CHANNEL_STATUS.enabled, to: CHANNEL_STATUS.autoDisabled }, redacted)
  bus.publish({ kind: 'channels' })
}

/**
 * Enables a channel again that was disabled automatically, and no other. Routing follows before this resolves. Returns
 * false, and changes nothing, when it is not disabled automatically any more.
 */
export async function reenable(services: Services, by: Author, id: number): Promise<boolean> {
  const { autoDisabled: from, enabled: to } = CHANNEL_STATUS
  const done = await changeStatus(services, by, { id, from, to }, '')
  if (done) await publishChannels(services)
  return done
}

/**
 * Changes a channel's status from one to the other, with its routing rows and an audit row; false = its status was
 * not `from`.
 */
function changeStatus(
  { store }: Services,
  by: Author,
  { id, from, to }: { id: number; from: number; to: number },
  reason: string,
): Promise<boolean> {
  const now = Math.floor(Date.now() / 1000)
  const isOff = to !== CHANNEL_STATUS.enabled
  return store.db.transaction().execute(async (trx) => {
    const other_info = isOff ? JSON.stringify({ status_reason: reason, status_time: now }) : ''
    const done = await trx
      .updateTable('channels')
      .set({ status: to, other_info })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await trx
      .updateTable('abilities')
      .set({ enabled: Number(!isOff) })
      .where('channel_id', '=', id)
      .execute()
    await writeAudit(trx, by, {
      action: isOff ? 'channel.auto_disable' : 'channel.auto_enable',
      target: { kind: 'channel', id },
      before: { status: from },
      after: { status: to, ...(isOff ? { reason } : {}) },
    })
    return true
  })
}
