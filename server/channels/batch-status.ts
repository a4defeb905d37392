import { CHANNEL_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../calls/calls.ts'
import type { Channels } from '../calls/registry/channels.ts'
import { type Author, writeAudit } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { Queryable } from '../platform/store/database.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { presentChannel } from './present.ts'
import { publishChannels } from './publish-channels.ts'
import { lockChannels } from './queries.ts'
import { isChannelStatus } from './rules.ts'

/** The result of setting one status on many channels. */
export interface BatchStatus {
  changed: { id: number; former: number }[]
  /** Ids without a channel. */
  missing: number[]
  unserved: string[]
}

/**
 * Gives channels a status in one transaction, by the rules of a single change. Routing follows before this
 * resolves. With `dryRun` nothing is stored. Throws invalid_parameters for an unknown status.
 */
export async function setChannelStatuses(
  services: Platform & Calls,
  by: Author,
  { ids, status, dryRun }: { ids: readonly number[]; status: number; dryRun: boolean },
): Promise<BatchStatus> {
  if (!isChannelStatus(status)) throw new ApiError('invalid_parameters', {}, { status: 'invalid_parameters' })
  const { store, channels } = services
  const unserved = status === CHANNEL_STATUS.enabled ? [] : modelsServedOnlyBy(channels, new Set(ids))
  const rows = await store.db.transaction().execute(async (trx) => {
    const found = await lockChannels(trx, store, ids)
    if (!dryRun) await writeStatus(trx, by, { rows: found.filter((row) => row.status !== status), status })
    return found
  })
  const known = new Set(rows.map(({ id }) => id))
  const changed = rows.flatMap(({ id, status: former }) => (former === status ? [] : [{ id, former }]))
  if (!dryRun && changed.length > 0) await publishChannels(services)
  return { changed, missing: [...new Set(ids)].filter((id) => !known.has(id)), unserved }
}

async function writeStatus(trx: Queryable, by: Author, { rows, status }: { rows: ChannelRow[]; status: number }) {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const isOn = status === CHANNEL_STATUS.enabled
  const columns = isOn ? { status, other_info: '' } : { status }
  await trx.updateTable('channels').set(columns).where('id', 'in', ids).execute()
  await trx
    .updateTable('abilities')
    .set({ enabled: Number(isOn) })
    .where('channel_id', 'in', ids)
    .execute()
  for (const row of rows) {
    const change = { before: presentChannel(row), after: presentChannel({ ...row, ...columns }) }
    await writeAudit(trx, by, { action: 'channel.update', target: { kind: 'channel', id: row.id }, ...change })
  }
}

/** Models, sorted, that only these channels serve to some group. */
function modelsServedOnlyBy(channels: Channels, ids: ReadonlySet<number>): string[] {
  const models = new Set<string>()
  for (const id of ids) {
    const channel = channels.byId(id)
    if (channel?.status !== CHANNEL_STATUS.enabled) continue
    for (const group of channel.groups) {
      for (const model of channel.models) {
        if (models.has(model)) continue
        const others = channels.tiers(group, model).some((tier) => tier.some((other) => !ids.has(other.id)))
        if (!others) models.add(model)
      }
    }
  }
  return [...models].sort()
}
