import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { normalizeKey } from '../../../sales/redemption/key.ts'
import type { ImportContext } from '../context.ts'
import { type MappedCode, mapCode, REDEMPTION_COLUMNS } from '../mapping/redemptions.ts'
import { remark } from '../report.ts'
import { pagesOf } from '../source/reader.ts'
import {
  changedColumns,
  findOrigins,
  freeIds,
  isEmpty,
  type Origin,
  type Prints,
  printsOf,
  readState,
  saveOrigin,
} from './origins.ts'
import { inTransaction, reserveIds } from './queries.ts'

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
    await inTransaction(ctx, async (trx) => {
      for (const code of codes) await importCode(ctx, trx, page, code)
    })
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

/** What a later run compares. */
const comparedOf = ({ ids }: ImportContext, code: MappedCode) => ({
  status: code.status,
  redeemed_time: code.redeemed_time,
  used_user_id: ids.users.get(code.usedBy) ?? 0,
  quota: code.quota,
  deleted_at: code.deleted_at,
})

/** What is remembered of a code as the source had it. */
interface CodeState {
  prints: Prints
}

async function importCode(ctx: ImportContext, trx: Queryable, page: CodePage, code: MappedCode): Promise<void> {
  const { tally } = ctx
  const source_id = String(code.sourceId)
  ctx.ids.codes.add(code.sourceId)
  const origin = page.origins.get(source_id)
  const saveCode = (target_id: number) => {
    const state: CodeState = { prints: printsOf(comparedOf(ctx, code)) }
    return saveOrigin(trx, ctx, 'redemption', { source_id, target_id, state: JSON.stringify(state) })
  }
  if (origin) {
    const changed = changedColumns(comparedOf(ctx, code), readState<CodeState>(origin).prints)
    tally.count('redemptions', isEmpty(changed) ? 'same' : 'updated')
    if (isEmpty(changed) || ctx.dry) return
    await updateCode(trx, origin.target_id, changed)
    return saveCode(origin.target_id)
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
  await saveCode(await insertCode(ctx, trx, page, code, hash))
}

async function insertCode(ctx: ImportContext, trx: Queryable, page: CodePage, code: MappedCode, key_hash: string) {
  const row = await trx
    .insertInto('redemptions')
    .values({
      ...(page.free.has(code.sourceId) && { id: code.sourceId }),
      user_id: ctx.ids.users.get(code.creator) ?? 0,
      key: ctx.vault.encrypt(normalizeKey(code.key)),
      key_hash,
      ...comparedOf(ctx, code),
      name: code.name,
      created_time: code.created_time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A code that was redeemed here stays so. */
async function updateCode(trx: Queryable, id: number, changed: Partial<ReturnType<typeof comparedOf>>): Promise<void> {
  await trx
    .updateTable('redemptions')
    .set(changed)
    .where('id', '=', id)
    .where('status', '<>', REDEMPTION_STATUS.used)
    .execute()
}
