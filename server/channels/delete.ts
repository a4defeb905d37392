import { CHANNEL_STATUS } from '#contract/statuses.ts'
import { type Author, writeAudit } from '../audits/write.ts'
import { Failure } from '../errors/api-error.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import { removeAbilities } from './abilities.ts'
import { applyChannels } from './apply.ts'
import { presentChannel } from './present.ts'

/** Deletes a channel; it takes no further call when this returns. Throws channel_not_found. */
export async function deleteChannel(services: Services, by: Author, id: number): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    if (!(await remove(trx, by, id))) throw new Failure('channel_not_found')
  })
  await applyChannels(services)
}

/** Deletes the channels with these ids, all in one step, and answers how many there were. */
export async function deleteChannels(services: Services, by: Author, ids: readonly number[]): Promise<number> {
  const count = await services.store.db.transaction().execute((trx) => removeAll(trx, by, ids))
  await applyChannels(services)
  return count
}

/** Deletes all channels that are switched off, by hand or by the server, and answers how many there were. */
export async function deleteDisabledChannels(services: Services, by: Author): Promise<number> {
  const count = await services.store.db.transaction().execute(async (trx) => {
    const off = await trx.selectFrom('channels').select('id').where('status', 'in', SWITCHED_OFF).execute()
    return removeAll(
      trx,
      by,
      off.map(({ id }) => id),
      SWITCHED_OFF,
    )
  })
  await applyChannels(services)
  return count
}

const SWITCHED_OFF = [CHANNEL_STATUS.disabled, CHANNEL_STATUS.autoDisabled]

async function removeAll(trx: Queryable, by: Author, ids: readonly number[], statuses?: number[]): Promise<number> {
  let count = 0
  // In the same order everywhere, so that two who delete at once do not wait for each other.
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) count += Number(await remove(trx, by, id, statuses))
  return count
}

/** Deletes a channel, if it still has one of the statuses, with its routing rows. */
async function remove(trx: Queryable, by: Author, id: number, statuses?: number[]): Promise<boolean> {
  let query = trx.deleteFrom('channels').where('id', '=', id)
  if (statuses) query = query.where('status', 'in', statuses)
  const before = await query.returningAll().executeTakeFirst()
  if (!before) return false
  await removeAbilities(trx, id)
  await writeAudit(trx, by, {
    action: 'channel.delete',
    target: { kind: 'channel', id },
    before: presentChannel(before),
  })
  return true
}
