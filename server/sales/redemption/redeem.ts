import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE, REDEMPTION_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { creditWallet } from '../../money/accounting/credit.ts'
import { quotaText } from '../../money/receipts/quota-text.ts'
import { writeLog } from '../../money/receipts/write-log.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { normalizeKey } from './key.ts'

/**
 * Redeems a code for a user and returns its value in quota units. Of simultaneous attempts one succeeds. Throws
 * redemption_key_missing, redemption_unknown, redemption_disabled, redemption_spent and redemption_own.
 */
export async function redeem(services: Platform, user: UserFacts, by: Author, text: string): Promise<number> {
  const { store, vault, bus, options } = services
  const key = normalizeKey(text)
  if (!key) throw new ApiError('redemption_key_missing')
  const hash = vault.hash(key)
  const quota = await store.db.transaction().execute(async (trx) => {
    const code = await spendCode(trx, hash, user.id)
    if (!code) throw await refusal(trx, hash)
    await requireMaker(trx, code.user_id, user)
    await creditWallet(trx, user.id, code.quota)
    const added = quotaText(code.quota, options.values)
    const content = {
      zh: `通过兑换码充值 ${added.zh}，兑换码ID ${code.id}`,
      en: `Redeemed a code for ${added.en}, code ID ${code.id}`,
    }
    if (user.role >= ROLE.admin) {
      const change = { before: { status: REDEMPTION_STATUS.unused }, after: { status: REDEMPTION_STATUS.used } }
      await writeAudit(trx, by, { action: 'redemption.update', target: { kind: 'redemption', id: code.id }, ...change })
    }
    await writeLog(trx, { type: LOG_TYPE.topup, user, content, quota: code.quota })
    return code.quota
  })
  bus.publish({ kind: 'user', id: user.id })
  return quota
}

/**
 * Marks a code as used. Of simultaneous attempts, the first finds the code unused; the others wait and then find it
 * used.
 */
function spendCode(trx: Queryable, hash: string, userId: number) {
  return trx
    .updateTable('redemptions')
    .set({
      status: REDEMPTION_STATUS.used,
      redeemed_time: nowInSeconds(),
      used_user_id: userId,
    })
    .where('key_hash', '=', hash)
    .where('status', '=', REDEMPTION_STATUS.unused)
    .where('deleted_at', 'is', null)
    .returning(['id', 'quota', 'user_id'])
    .executeTakeFirst()
}

/** Root may set any balance; administrators may not set their own, nor each other's in turn. Throws redemption_own. */
async function requireMaker(trx: Queryable, makerId: number, user: UserFacts): Promise<void> {
  if (user.role < ROLE.admin || user.role === ROLE.root) return
  const maker = await trx.selectFrom('users').select('role').where('id', '=', makerId).executeTakeFirst()
  if (maker?.role !== ROLE.root) throw new ApiError('redemption_own')
}

/** Says why a code cannot be redeemed. */
async function refusal(trx: Queryable, hash: string): Promise<ApiError> {
  const code = await trx
    .selectFrom('redemptions')
    .select('status')
    .where('key_hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!code) return new ApiError('redemption_unknown')
  return new ApiError(code.status === REDEMPTION_STATUS.disabled ? 'redemption_disabled' : 'redemption_spent')
}
