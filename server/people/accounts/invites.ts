import { LOG_TYPE } from '#contract/statuses.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { creditWallet } from '../../money/accounting/credit.ts'
import { quotaText } from '../../money/receipts/quota-text.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Database } from '../../platform/store/database.ts'
import { isUniqueViolation } from '../../platform/store/unique-violation.ts'

/** Four characters, as in this API family; longer if many codes are taken. */
const CODE_LENGTHS = [4, 4, 4, 6, 12]

/** Returns a user's invite code, creating it on first use. */
export async function inviteCodeOf(db: Database, userId: number): Promise<string> {
  for (const length of CODE_LENGTHS) {
    const row = await db.selectFrom('users').select('aff_code').where('id', '=', userId).executeTakeFirst()
    if (!row) throw new ApiError('record_not_found')
    if (row.aff_code) return row.aff_code
    const code = randomText(length)
    if (await claimCode(db, userId, code)) return code
  }
  throw new Error(`no free invite code was found for user ${userId}`)
}

/** False = another user has the code, or the user got another one meanwhile. */
async function claimCode(db: Database, userId: number, code: string): Promise<boolean> {
  try {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ aff_code: code })
      .where('id', '=', userId)
      .where((where) => where.or([where('aff_code', 'is', null), where('aff_code', '=', '')]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * Moves invite earnings, in quota units, into the balance: at least the quota of one dollar at a time. Throws
 * transfer_too_small and transfer_insufficient.
 */
export async function transferEarnings({ store, options, bus }: Platform, user: UserFacts, quota: number) {
  const { values } = options
  if (quota < values.QuotaPerUnit) {
    throw new ApiError('transfer_too_small', { min: quotaText(values.QuotaPerUnit, values) })
  }
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set((where) => ({ aff_quota: where('aff_quota', '-', quota) }))
      .where('id', '=', user.id)
      .where('aff_quota', '>=', quota)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new ApiError('transfer_insufficient')
    await creditWallet(trx, user.id, quota)
    const moved = quotaText(quota, values)
    const content = { zh: `邀请收益划转 ${moved.zh}`, en: `Invite earnings transferred: ${moved.en}` }
    await writeLog(trx, { type: LOG_TYPE.system, user, content, quota })
  })
  bus.publish({ kind: 'user', id: user.id })
}
