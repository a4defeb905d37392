import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { normalizeKey } from '../../../sales/redemption/key.ts'
import type { ImportContext } from '../context.ts'
import { type MappedCode, mapCode, REDEMPTION_COLUMNS } from '../mapping/redemptions.ts'
import { remark } from '../report.ts'
import { pagesOf } from '../source/reader.ts'
import { findOrigins, freeIds, type Origin, saveOrigin } from './origins.ts'
import { reserveIds } from './queries.ts'

interface CodePage {
  free: Set<number>
  taken: Set<string>
  origins: Map<string, Origin>
}

/** Imports redemption codes. One that was redeemed there since an earlier run can no longer be redeemed here. */
export async function importRedemptions(ctx: ImportContext): Promise<void> {
  await reserveIds(ctx, 'redemptions')
  for await (const rows of pagesOf(ctx.reader, ctx.schema, { table: 'redemptions', columns: REDEMPTION_COLUMNS })) {
    await ctx.checkpoint()
    const codes = rows.map((row) => mapCode(row, ctx.now))
    const page = await readPage(ctx, codes)
    if (ctx.dry) for (const code of codes) await importCode(ctx, ctx.store.db, page, code)
    else {
      await ctx.store.db.transaction().execute(async (trx) => {
        for (const code of codes) await importCode(ctx, trx, page, code)
      })
    }
  }
}

const hashOf = ({ vault }: ImportContext, { key }: MappedCode) => vault.hash(normalizeKey(key))

async function readPage(ctx: ImportContext, codes: readonly MappedCode[]): Promise<CodePage> {
  const { db } = ctx.store
  const hashes = codes.map((code) => hashOf(ctx, code))
  const taken = await db.selectFrom('redemptions').select('key_hash').where('key_hash', 'in', hashes).execute()
  const ids = codes.map(({ sourceId }) => sourceId)
  return {
    free: await freeIds(db, 'redemptions', ids),
    taken: new Set(taken.map(({ key_hash }) => key_hash)),
    origins: await findOrigins(ctx, 'redemption', ids),
  }
}

const stateOf = ({ status, deleted_at }: MappedCode) => `${status} ${deleted_at ?? ''}`

async function importCode(ctx: ImportContext, trx: Queryable, page: CodePage, code: MappedCode): Promise<void> {
  const { tally } = ctx
  const source_id = String(code.sourceId)
  const origin = page.origins.get(source_id)
  if (origin) {
    const changed = origin.state !== stateOf(code)
    tally.count('redemptions', changed ? 'updated' : 'same')
    if (!changed || ctx.dry) return
    await updateCode(ctx, trx, origin, code)
    return saveOrigin(trx, ctx, 'redemption', { ...origin, state: stateOf(code) })
  }
  const hash = hashOf(ctx, code)
  if (page.taken.has(hash)) {
    tally.count('redemptions', 'left_out')
    return tally.note('redemptions', [remark('code_taken', code.name || `#${source_id}`)])
  }
  page.taken.add(hash)
  tally.count('redemptions', 'taken')
  tally.note('redemptions', code.remarks)
  if (ctx.dry) return
  const target_id = await insertCode(ctx, trx, page, code, hash)
  await saveOrigin(trx, ctx, 'redemption', { source_id, target_id, state: stateOf(code) })
}

async function insertCode(ctx: ImportContext, trx: Queryable, page: CodePage, code: MappedCode, key_hash: string) {
  const row = await trx
    .insertInto('redemptions')
    .values({
      ...(page.free.has(code.sourceId) && { id: code.sourceId }),
      user_id: ctx.ids.users.get(code.creator) ?? 0,
      key: ctx.vault.encrypt(normalizeKey(code.key)),
      key_hash,
      status: code.status,
      name: code.name,
      quota: code.quota,
      created_time: code.created_time,
      redeemed_time: code.redeemed_time,
      used_user_id: ctx.ids.users.get(code.usedBy) ?? 0,
      deleted_at: code.deleted_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A code that was redeemed here stays so. */
async function updateCode({ ids }: ImportContext, trx: Queryable, origin: Origin, code: MappedCode): Promise<void> {
  await trx
    .updateTable('redemptions')
    .set({
      status: code.status,
      redeemed_time: code.redeemed_time,
      used_user_id: ids.users.get(code.usedBy) ?? 0,
      deleted_at: code.deleted_at,
    })
    .where('id', '=', origin.target_id)
    .where('status', '<>', REDEMPTION_STATUS.used)
    .execute()
}
