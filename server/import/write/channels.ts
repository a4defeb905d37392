import { rebuildAbilities } from '../../channels/abilities.ts'
import type { Queryable } from '../../store/database.ts'
import type { ImportContext } from '../context.ts'
import { CHANNEL_COLUMNS, type MappedChannel, mapChannel } from '../mapping/channels.ts'
import { pagesOf } from '../source/reader.ts'
import { findOrigins, fingerprint, freeIds, type Origin, saveOrigin } from './origins.ts'
import { reserveIds } from './queries.ts'

const PAGE = 200

interface ChannelPage {
  free: Set<number>
  origins: Map<string, Origin>
}

/** Imports the channels, with their routing. A channel with several keys becomes one for each. */
export async function importChannels(ctx: ImportContext): Promise<void> {
  await reserveIds(ctx, 'channels')
  const wanted = { table: 'channels', columns: CHANNEL_COLUMNS, limit: PAGE }
  for await (const rows of pagesOf(ctx.reader, ctx.schema, wanted)) {
    await ctx.checkpoint()
    const mapped = rows.map((row) => mapChannel(row, ctx.kind))
    const channels = mapped.flatMap((one) => one.channels)
    for (const { channels: made, remarks } of mapped) {
      if (made.length === 0) ctx.tally.count('channels', 'left_out')
      ctx.tally.note('channels', remarks)
    }
    const page: ChannelPage = {
      free: await freeIds(
        ctx.store.db,
        'channels',
        channels.map(({ sourceId }) => sourceId),
      ),
      origins: await findOrigins(ctx, 'channel', channels.map(originId)),
    }
    if (ctx.dry) for (const channel of channels) await importChannel(ctx, ctx.store.db, page, channel)
    else {
      await ctx.store.db.transaction().execute(async (trx) => {
        for (const channel of channels) await importChannel(ctx, trx, page, channel)
      })
    }
  }
}

const originId = ({ sourceId, part }: MappedChannel) => (part === 0 ? String(sourceId) : `${sourceId}:${part}`)

async function importChannel(ctx: ImportContext, trx: Queryable, page: ChannelPage, channel: MappedChannel) {
  const { tally, ids } = ctx
  const origin = page.origins.get(originId(channel))
  const print = fingerprint([columnsOf(channel), channel.key])
  const changed = origin !== undefined && origin.state !== print
  tally.count('channels', origin ? (changed ? 'updated' : 'same') : 'taken')
  let id = origin?.target_id ?? channel.sourceId
  if (!ctx.dry && (!origin || changed)) {
    id = origin ? await updateChannel(ctx, trx, origin, channel) : await insertChannel(ctx, trx, page, channel)
    await saveOrigin(trx, ctx, 'channel', { source_id: originId(channel), target_id: id, state: print })
  }
  if (channel.part === 0) ids.channels.set(channel.sourceId, id)
}

const columnsOf = ({ sourceId: _, part: _part, key: _key, ...columns }: MappedChannel) => columns

const keyOf = ({ vault }: ImportContext, { key }: MappedChannel) => ({
  key: vault.encrypt(key),
  key_hash: vault.hash(key),
})

async function insertChannel(ctx: ImportContext, trx: Queryable, page: ChannelPage, channel: MappedChannel) {
  const keepsId = channel.part === 0 && page.free.has(channel.sourceId)
  const row = await trx
    .insertInto('channels')
    .values({ ...(keepsId && { id: channel.sourceId }), ...columnsOf(channel), ...keyOf(ctx, channel) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await rebuildAbilities(trx, row)
  return row.id
}

/** What was changed there since counts; what was deleted here stays deleted. */
async function updateChannel(ctx: ImportContext, trx: Queryable, origin: Origin, channel: MappedChannel) {
  const row = await trx
    .updateTable('channels')
    .set({ ...columnsOf(channel), ...keyOf(ctx, channel) })
    .where('id', '=', origin.target_id)
    .returningAll()
    .executeTakeFirst()
  if (row) await rebuildAbilities(trx, row)
  return origin.target_id
}
