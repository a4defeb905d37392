import { LOG_TYPE } from '#contract/statuses.ts'
import { Failure } from '../errors/api-error.ts'
import { randomText } from '../http/request-id.ts'
import { creditWallet } from '../money/credit.ts'
import { quotaWords } from '../receipts/quota-text.ts'
import { writeLog } from '../receipts/write-log.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { isUniqueViolation } from '../store/unique.ts'

/** Four characters, as in this API family; longer where many are taken. */
const CODE_LENGTHS = [4, 4, 4, 6, 12]

/** A user's invite code, made when it is asked for first. */
export async function inviteCodeOf(db: Database, userId: number): Promise<string> {
  for (const length of CODE_LENGTHS) {
    const row = await db.selectFrom('users').select('aff_code').where('id', '=', userId).executeTakeFirst()
    if (!row) throw new Failure('record_not_found')
    if (row.aff_code) return row.aff_code
    const code = randomText(length)
    if (await takeCode(db, userId, code)) return code
  }
  throw new Error(`no free invite code was found for user ${userId}`)
}

/** False = the code is somebody's, or the user has got another one meanwhile. */
async function takeCode(db: Database, userId: number, code: string): Promise<boolean> {
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
 * Moves invite earnings, in quota units, into the balance: at least the price of one dollar at a time. Throws
 * transfer_too_small and transfer_insufficient.
 */
export async function transferEarnings({ store, options, bus }: Services, user: UserFacts, quota: number) {
  const { values } = options
  if (quota < values.QuotaPerUnit) {
    throw new Failure('transfer_too_small', { min: quotaWords(values.QuotaPerUnit, values) })
  }
  await store.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('users')
      .set((where) => ({ aff_quota: where('aff_quota', '-', quota) }))
      .where('id', '=', user.id)
      .where('aff_quota', '>=', quota)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) throw new Failure('transfer_insufficient')
    await creditWallet(trx, user.id, quota)
    const moved = quotaWords(quota, values)
    const content = { zh: `邀请收益划转 ${moved.zh}`, en: `Invitation rewards transferred: ${moved.en}` }
    await writeLog(trx, { type: LOG_TYPE.system, user, content, quota })
  })
  bus.publish({ kind: 'user', id: user.id })
}
