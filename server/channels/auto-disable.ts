import type { DisableNote, DisableRule, DisableSample } from '#contract/channel-types/disable-rules.ts'
import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../calls/calls.ts'
import { redactKeys } from '../calls/upstream/redact.ts'
import { type Author, SYSTEM, writeAudit } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import { publishChannels } from './publish-channels.ts'

/**
 * Disables a channel because its upstream refuses the credential, is too slow or has no credit left. Routing stops
 * at once; the database follows with the reason and an audit row. Does nothing when the channel is no longer enabled,
 * so parallel failures act once. `waitMs`: after which the upstream says that the key works again: then it is tested.
 */
export async function autoDisable(
  services: Platform & Calls,
  id: number,
  reason: string,
  rule: DisableRule | undefined,
  waitMs?: number,
): Promise<void> {
  const { channels, bus } = services
  const { key = '' } = channels.byId(id) ?? {}
  channels.disable(id)
  const redacted = redactKeys(reason, key)
  await changeStatus(
    services,
    SYSTEM,
    { id, from: CHANNEL_STATUS.enabled, to: CHANNEL_STATUS.autoDisabled },
    { reason: redacted, rule, samples: samplesOf(services, id), waitMs },
  )
  bus.publish({ kind: 'channels' })
}

/**
 * Enables a channel again that was disabled automatically, and no other. Routing follows before this resolves. Returns
 * false, and changes nothing, when it is not disabled automatically any more.
 */
export async function reenable(services: Platform & Calls, by: Author, id: number): Promise<boolean> {
  const { autoDisabled: from, enabled: to } = CHANNEL_STATUS
  const done = await changeStatus(services, by, { id, from, to })
  if (done) await publishChannels(services)
  return done
}

/**
 * Does the same because disabling it was a mistake: what it failed counts no more, and with `never` the server will
 * not disable it again. Returns false when it is not disabled automatically any more.
 */
export async function reportFalseAlarm(
  services: Platform & Calls,
  by: Author,
  id: number,
  never: boolean,
): Promise<boolean> {
  const { store, circuits } = services
  if (never) {
    await store.db.transaction().execute(async (trx) => {
      const done = await trx.updateTable('channels').set({ auto_ban: 0 }).where('id', '=', id).executeTakeFirst()
      if (done.numUpdatedRows === 0n) throw new ApiError('channel_not_found')
      await writeAudit(trx, by, {
        action: 'channel.update',
        target: { kind: 'channel', id },
        before: { auto_ban: 1 },
        after: { auto_ban: 0 },
      })
    })
    await publishChannels(services)
  }
  circuits.forget(id)
  return await reenable(services, by, id)
}

const MAX_SAMPLES = 5

function samplesOf({ circuits }: Calls, id: number): DisableSample[] {
  const latest = circuits.samplesOf(id).slice(0, MAX_SAMPLES)
  return latest.map(({ at, model, kind, status, message, requestId: request_id }) => {
    return { at, model, kind, status, message, request_id }
  })
}

/** Why a channel is disabled. */
interface Cause {
  reason: string
  rule: DisableRule | undefined
  samples: readonly DisableSample[]
  /** Milliseconds after which the vendor says that its key works again. */
  waitMs: number | undefined
}

/** A vendor's time that is further away is not awaited: somebody may pay earlier. */
const LONGEST_WAIT_SECONDS = 24 * 3600

function toNote({ reason, rule, samples, waitMs }: Cause, now: number): DisableNote {
  return {
    status_reason: reason,
    status_time: now,
    ...(rule && { rule }),
    ...(samples.length > 0 && { samples }),
    ...(waitMs !== undefined && { probe_at: now + Math.min(Math.ceil(waitMs / 1000), LONGEST_WAIT_SECONDS) }),
  }
}

/**
 * Changes a channel's status from one to the other, with its routing rows and an audit row; false = its status was
 * not `from`.
 */
function changeStatus(
  { store }: Platform,
  by: Author,
  { id, from, to }: { id: number; from: number; to: number },
  note?: Cause,
): Promise<boolean> {
  const now = nowInSeconds()
  const isOff = to !== CHANNEL_STATUS.enabled
  return store.db.transaction().execute(async (trx) => {
    const other_info = note ? JSON.stringify(toNote(note, now)) : ''
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
      after: { status: to, ...(note ? { reason: note.reason } : {}) },
    })
    return true
  })
}
