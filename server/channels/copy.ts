import { CHANNEL_NAME_MAX } from '#contract/api/channels.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../calls/calls.ts'
import { type Author, writeAudit } from '../platform/audits/write.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Platform } from '../platform/platform.ts'
import type { ChannelRow } from '../platform/store/tables.ts'
import { rebuildAbilities } from './abilities.ts'
import { copyKeys } from './keys/pool-rows.ts'
import { publishKeyChange } from './keys/publish-keys.ts'
import { presentChannel } from './present.ts'
import { findChannel } from './queries.ts'

const SUFFIX = '_复制'

/** Copies a channel with its key; counters and measurements of the copy begin at 0. Throws channel_not_found. */
export async function copyChannel(services: Platform & Calls, by: Author, id: number): Promise<ChannelRow> {
  const copy = await services.store.db.transaction().execute(async (trx) => {
    const source = await findChannel(trx, id)
    if (!source) throw new ApiError('channel_not_found')
    const { id: _id, ...columns } = source
    const row = await trx
      .insertInto('channels')
      .values({
        ...columns,
        name: source.name.slice(0, CHANNEL_NAME_MAX - SUFFIX.length) + SUFFIX,
        created_time: nowInSeconds(),
        test_time: 0,
        response_time: 0,
        test_error: '',
        balance: 0,
        balance_updated_time: 0,
        used_quota: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await rebuildAbilities(trx, row)
    await copyKeys(trx, id, row.id)
    const target = { kind: 'channel', id: row.id }
    await writeAudit(trx, by, { action: 'channel.create', target, after: { ...presentChannel(row), copy_of: id } })
    return row
  })
  await publishKeyChange(services, copy.id)
  return copy
}
