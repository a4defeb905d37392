import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { normalizeKey } from '../../../sales/redemption/key.ts'
import type { ImportContext } from '../context.ts'
import { type MappedCode, mapCode, REDEMPTION_COLUMNS } from '../mapping/redemptions.ts'
import { remark } from '../report.ts'
import { importPages, type Page } from './import-pages.ts'
import { changedColumns, isEmpty, type Prints, printsOf, readState, saveState } from './origins.ts'
import { takenHashes } from './queries.ts'

interface CodePage extends Page {
  taken: Set<string>
}

/** Imports redemption codes. One that was redeemed there since an earlier run can no longer be redeemed here. */
export const importRedemptions = (ctx: ImportContext): Promise<void> =>
  importPages(ctx, {
    table: 'redemptions',
    kind: 'redemption',
    columns: REDEMPTION_COLUMNS,
    map: (rows) => rows.map((row) => mapCode(row, ctx.now)),
    readFacts: async (codes) => ({
      taken: await takenHashes(
        ctx.store.db,
        'redemptions',
        codes.map((code) => hashOf(ctx, code)),
      ),
    }),
    write: (trx, page, code) => importCode(ctx, trx, page, code),
  })

const hashOf = ({ vault }: ImportContext, { key }: MappedCode) => vault.hash(normalizeKey(key))

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
  ctx.ids.codes.add(code.sourceId)
  const origin = page.origins.get(String(code.sourceId))
  const saveCode = (target_id: number) => {
    const state: CodeState = { prints: printsOf(comparedOf(ctx, code)) }
    return saveState(trx, ctx, 'redemption', { sourceId: code.sourceId, target_id, state })
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
    return tally.note('redemptions', [remark('code_taken', code.name || `#${code.sourceId}`)])
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
