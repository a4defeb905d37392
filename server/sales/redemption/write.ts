import type { Parsed } from '#contract/api/endpoint.ts'
import type {
  createRedemptions as createEndpoint,
  updateRedemption as updateEndpoint,
} from '#contract/api/redemption.ts'
import { REDEMPTION_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { createKey } from './key.ts'
import { findRedemption } from './queries.ts'
import type { RedemptionRow } from './tables.ts'

/** Creates codes, all or none, and returns them in the order of their ids. */
export async function createRedemptions(
  { store, vault }: Platform,
  by: Author,
  { name, quota, count }: Parsed<typeof createEndpoint>['body'],
): Promise<string[]> {
  const keys = Array.from({ length: count }, createKey)
  const created_time = nowInSeconds()
  await store.db.transaction().execute(async (trx) => {
    for (const key of keys) {
      const sealed = { key: vault.encrypt(key), key_hash: vault.hash(key) }
      const { id } = await trx
        .insertInto('redemptions')
        .values({ ...sealed, name, quota, created_time, user_id: by.userId })
        .returning('id')
        .executeTakeFirstOrThrow()
      await writeAudit(trx, by, { action: 'redemption.create', target: targetOf(id), after: { name, quota } })
    }
  })
  return keys
}

type Change = Parsed<typeof updateEndpoint>['body']

/**
 * Writes name and quota, or with `statusOnly` the status. Throws record_not_found; a used code never changes again.
 */
export async function updateRedemption(
  { store }: Platform,
  by: Author,
  { id, name, quota, status }: Change,
  statusOnly: boolean,
): Promise<RedemptionRow> {
  const columns = statusOnly ? { status: checkedStatus(status) } : given({ name, quota })
  return store.db.transaction().execute(async (trx) => {
    const before = await requireRedemption(trx, id)
    if (Object.keys(columns).length === 0) return before
    const after = await trx
      .updateTable('redemptions')
      // Whoever says what a code is worth has made it.
      .set(quota === undefined || statusOnly ? columns : { ...columns, user_id: by.userId })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('status', '!=', REDEMPTION_STATUS.used)
      .returningAll()
      .executeTakeFirst()
    if (!after) throw new ApiError('redemption_is_used')
    const change = { before: auditFields(before), after: auditFields(after) }
    await writeAudit(trx, by, { action: 'redemption.update', target: targetOf(id), ...change })
    return after
  })
}

/** Deletes a code; later attempts to redeem it fail as invalid. Throws record_not_found. */
export async function deleteRedemption({ store }: Platform, by: Author, id: number): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const before = await trx
      .updateTable('redemptions')
      .set({ deleted_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!before) throw new ApiError('record_not_found')
    await writeAudit(trx, by, { action: 'redemption.delete', target: targetOf(id), before: auditFields(before) })
  })
}

async function requireRedemption(db: Queryable, id: number): Promise<RedemptionRow> {
  const row = await findRedemption(db, id)
  if (!row) throw new ApiError('record_not_found')
  return row
}

/** Only unused and disabled can be set: used is set by redeeming the code. */
function checkedStatus(status: number | undefined): number {
  if (status === REDEMPTION_STATUS.unused || status === REDEMPTION_STATUS.disabled) return status
  throw new ApiError('redemption_status_invalid', {}, { status: 'redemption_status_invalid' })
}

/** The fields of a code in the audit log: never the code itself. */
const auditFields = ({ name, quota, status }: RedemptionRow) => ({ name, quota, status })

const targetOf = (id: number) => ({ kind: 'redemption', id })

const given = (columns: Partial<Pick<RedemptionRow, 'name' | 'quota'>>) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
