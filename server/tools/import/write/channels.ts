import { KEY_STATUS } from '#contract/statuses.ts'
import { rebuildAbilities } from '../../../channels/abilities.ts'
import { mirrorFirstKey, replaceKeys } from '../../../channels/keys/pool-rows.ts'
import { sealSettings } from '../../../channels/seal-settings.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { ChannelRow } from '../../../platform/store/tables.ts'
import type { ImportContext } from '../context.ts'
import { CHANNEL_COLUMNS, type MappedChannel, mapChannel } from '../mapping/channels.ts'
import type { Row } from '../source/reader.ts'
import { importPages, type Page } from './import-pages.ts'
import { changedColumns, isEmpty, type Prints, printsOf, readState, saveState } from './origins.ts'

const PAGE = 200

/** Imports the channels, with their routing and their keys. */
export const importChannels = (ctx: ImportContext): Promise<void> =>
  importPages(ctx, {
    table: 'channels',
    kind: 'channel',
    columns: CHANNEL_COLUMNS,
    limit: PAGE,
    map: (rows) => rows.flatMap((row) => readChannel(ctx, row)),
    readFacts: async () => ({}),
    write: (trx, page, channel) => importChannel(ctx, trx, page, channel),
  })

function readChannel({ tally, kind }: ImportContext, row: Row): MappedChannel[] {
  const { channel, remarks } = mapChannel(row, kind)
  if (!channel) tally.count('channels', 'left_out')
  tally.note('channels', remarks)
  return channel ? [channel] : []
}

async function importChannel(ctx: ImportContext, trx: Queryable, page: Page, channel: MappedChannel) {
  const { tally, ids } = ctx
  const origin = page.origins.get(String(channel.sourceId))
  const before = origin && readState<ChannelState>(origin).prints
  const changed = changedColumns(comparedOf(channel), before)
  tally.count('channels', !origin ? 'taken' : isEmpty(changed) ? 'same' : 'updated')
  let id = origin?.target_id ?? channel.sourceId
  if (!ctx.dry && !isEmpty(changed)) {
    if (origin) await updateChannel(ctx, trx, id, channel, changed)
    else id = await insertChannel(ctx, trx, page, channel)
    const state: ChannelState = { prints: printsOf(comparedOf(channel)) }
    await saveState(trx, ctx, 'channel', { sourceId: channel.sourceId, target_id: id, state })
  }
  ids.channels.set(channel.sourceId, id)
}

/** What is remembered of a channel as the source had it. */
interface ChannelState {
  prints: Prints
}

const comparedOf = ({ sourceId: _, ...columns }: MappedChannel) => columns
const columnsOf = ({ sourceId: _, key: _key, keys: _keys, ...columns }: MappedChannel) => columns

const keyOf = ({ vault }: ImportContext, { key }: MappedChannel) => ({
  key: vault.encrypt(key),
  key_hash: vault.hash(key),
})

/** The settings without their secrets, and these. */
const sealedOf = ({ vault }: ImportContext, { settings }: MappedChannel) =>
  sealSettings({ settings }, vault, undefined) as Pick<ChannelRow, 'settings' | 'secrets'>

async function insertChannel(ctx: ImportContext, trx: Queryable, page: Page, channel: MappedChannel) {
  const keepsId = page.free.has(channel.sourceId)
  const row = await trx
    .insertInto('channels')
    .values({
      ...(keepsId && { id: channel.sourceId }),
      ...columnsOf(channel),
      ...sealedOf(ctx, channel),
      ...keyOf(ctx, channel),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await rebuildAbilities(trx, row)
  await writeKeys(ctx, trx, row, channel)
  return row.id
}

/** Gives a channel its pool of keys, with the state of each. */
async function writeKeys({ vault }: ImportContext, trx: Queryable, row: ChannelRow, { keys }: MappedChannel) {
  if (keys.length === 0) {
    await trx.deleteFrom('channel_keys').where('channel_id', '=', row.id).execute()
    return
  }
  await replaceKeys(
    trx,
    row,
    keys.map(({ key }) => key),
    vault,
  )
  for (const { key, status } of keys) {
    if (status === KEY_STATUS.enabled) continue
    await trx
      .updateTable('channel_keys')
      .set({ status })
      .where('channel_id', '=', row.id)
      .where('key_hash', '=', vault.hash(key))
      .execute()
  }
  await mirrorFirstKey(trx, row.id)
}

/** What was changed there since counts; what was deleted here stays deleted. */
async function updateChannel(
  ctx: ImportContext,
  trx: Queryable,
  id: number,
  channel: MappedChannel,
  { key, keys, ...columns }: Partial<ReturnType<typeof comparedOf>>,
) {
  const hasNewKeys = key !== undefined || keys !== undefined
  const row = await trx
    .updateTable('channels')
    .set({
      ...columns,
      ...(columns.settings !== undefined && sealedOf(ctx, channel)),
      ...(hasNewKeys && keyOf(ctx, channel)),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  await rebuildAbilities(trx, row)
  if (hasNewKeys) await writeKeys(ctx, trx, row, channel)
}
