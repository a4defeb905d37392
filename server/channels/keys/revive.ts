import { CHANNEL_STATUS, KEY_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../calls/calls.ts'
import { type Author, SYSTEM, writeAudit } from '../../platform/audits/write.ts'
import type { Platform } from '../../platform/platform.ts'
import { reenable } from '../auto-disable.ts'
import { isOffByKey, readNote } from '../checks/probe-channels.ts'
import { findChannel } from '../queries.ts'
import { mirrorFirstKey } from './pool-rows.ts'
import { publishKeyChange } from './publish-keys.ts'

/**
 * Enables a stopped key that has answered, and its channel if that was disabled because no key was left, or automatically
 * for another reason and the option allows it. The number of its tests stays, so that a key that is refused again waits longer. Returns false, and changes nothing,
 * when the key is not stopped any more.
 */
export async function reviveKey(services: Platform & Calls, by: Author, channel: number, id: number): Promise<boolean> {
  const now = nowInSeconds()
  const done = await services.store.db.transaction().execute(async (trx) => {
    const enabled = await trx
      .updateTable('channel_keys')
      .set({ status: KEY_STATUS.enabled, reason: '', changed_at: now, cooling_until: 0, probe_at: 0 })
      .where('channel_id', '=', channel)
      .where('id', '=', id)
      .where('status', '=', KEY_STATUS.stopped)
      .executeTakeFirst()
    if (enabled.numUpdatedRows === 0n) return false
    await mirrorFirstKey(trx, channel)
    await writeAudit(trx, by, {
      action: 'channel_key.auto_enable',
      target: { kind: 'channel', id: channel },
      before: { key_id: id, status: KEY_STATUS.stopped },
      after: { key_id: id, status: KEY_STATUS.enabled },
    })
    return true
  })
  if (!done) return false
  await publishKeyChange(services, channel, [id])
  const row = await findChannel(services.store.db, channel)
  const note = row?.status === CHANNEL_STATUS.autoDisabled && readNote(row.other_info)
  const isWanted = note && isOffByKey(note)
  if (isWanted || (note && services.options.values.AutomaticEnableChannelEnabled))
    await reenable(services, SYSTEM, channel)
  return true
}
