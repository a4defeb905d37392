import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { type Author, SYSTEM, writeAudit } from '../audits/write.ts'
import type { Services } from '../services.ts'
import { withoutKeys } from '../upstream/redact.ts'
import { applyChannels } from './apply.ts'
import { notifyRoot } from './notify-root.ts'

/**
 * Switches a channel off because its upstream refuses the credential, is too slow or has no credit left. Routing stops at
 * once; the database follows with the reason and an audit row, and the super administrator gets a mail. Does nothing
 * when the channel is no longer enabled, so parallel failures act once.
 */
export async function autoDisable(services: Services, id: number, reason: string): Promise<void> {
  const { channels, bus } = services
  const { key = '', name = '' } = channels.byId(id) ?? {}
  channels.disable(id)
  const told = withoutKeys(reason, key)
  const done = await change(
    services,
    SYSTEM,
    { id, from: CHANNEL_STATUS.enabled, to: CHANNEL_STATUS.autoDisabled },
    told,
  )
  bus.publish({ kind: 'channels' })
  if (done) await notifyRoot(services, 'channel_disabled', { name, id, reason: told })
}

/** Switches on again what was switched off by itself, and nothing else. Routing follows before this resolves. */
export async function autoEnable(services: Services, id: number): Promise<void> {
  if (!(await enableAgain(services, SYSTEM, id))) return
  await notifyRoot(services, 'channel_enabled', { name: services.channels.byId(id)?.name ?? '', id })
}

/**
 * The same for somebody who asked for it, who needs no mail. Answers false, and changes nothing, when the channel was not
 * switched off by itself any more.
 */
export async function enableAgain(services: Services, by: Author, id: number): Promise<boolean> {
  const { autoDisabled: from, enabled: to } = CHANNEL_STATUS
  const done = await change(services, by, { id, from, to }, '')
  if (done) await applyChannels(services)
  return done
}

/** Moves a channel from one status to the other with its routing rows and an audit row; false = it was not there. */
function change(
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
