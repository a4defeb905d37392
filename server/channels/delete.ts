import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../calls/calls.ts'
import { type Author, writeAudit } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { removeAbilities } from './abilities.ts'
import { presentChannel } from './present.ts'
import { publishChannels } from './publish-channels.ts'

/** Deletes a channel; it takes no further call when this resolves. Throws channel_not_found. */
export async function deleteChannel(services: Platform & Calls, by: Author, id: number): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    if (!(await removeChannel(trx, by, id))) throw new ApiError('channel_not_found')
  })
  await publishChannels(services)
}

/** Deletes the channels with these ids in one transaction, and returns how many existed. */
export async function deleteChannels(services: Platform & Calls, by: Author, ids: readonly number[]): Promise<number> {
  const count = await services.store.db.transaction().execute((trx) => removeChannels(trx, by, ids))
  await publishChannels(services)
  return count
}

/** Deletes all channels that are disabled, manually or automatically, and returns how many there were. */
export async function deleteDisabledChannels(services: Platform & Calls, by: Author): Promise<number> {
  const count = await services.store.db.transaction().execute(async (trx) => {
    const off = await trx.selectFrom('channels').select('id').where('status', 'in', DISABLED_STATUSES).execute()
    return removeChannels(
      trx,
      by,
      off.map(({ id }) => id),
      DISABLED_STATUSES,
    )
  })
  await publishChannels(services)
  return count
}

const DISABLED_STATUSES = [CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled]

async function removeChannels(
  trx: Queryable,
  by: Author,
  ids: readonly number[],
  statuses?: number[],
): Promise<number> {
  let count = 0
  // Deleted in a fixed order, so that two simultaneous deletions cannot deadlock.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) count += Number(await removeChannel(trx, by, id, statuses))
  return count
}

/** Deletes a channel, if it still has one of the statuses, with an audit entry. */
async function removeChannel(trx: Queryable, by: Author, id: number, statuses?: number[]): Promise<boolean> {
  const before = await dropChannel(trx, id, statuses)
  if (!before) return false
  await writeAudit(trx, by, {
    action: 'channel.delete',
    target: { kind: 'channel', id },
    before: presentChannel(before),
  })
  return true
}

/** Deletes the rows of a channel, if it still has one of the statuses, and returns what it was; without an audit entry. */
export async function dropChannel(trx: Queryable, id: number, statuses?: number[]): Promise<ChannelRow | undefined> {
  let query = trx.deleteFrom('channels').where('id', '=', id)
  if (statuses) query = query.where('status', 'in', statuses)
  const before = await query.returningAll().executeTakeFirst()
  if (!before) return undefined
  await removeAbilities(trx, id)
  await trx.deleteFrom('channel_keys').where('channel_id', '=', id).execute()
  return before
}
