import { MAX_QUOTA } from '#contract/quota.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Queryable } from '../../platform/store/database.ts'

/** Quota units of a credit that fit on a balance. If that is less than `units`, the balance reaches its ceiling. */
export function fittingCredit(balance: number, units: number): number {
  return Math.max(0, Math.min(units, MAX_QUOTA - balance))
}

/**
 * Adds quota units to the wallet of a user who is not deleted. Call it in the transaction of the credit's reason,
 * and publish the change of the user after it. Throws record_not_found, and balance_too_large where sums would no
 * longer be exact.
 */
export async function creditWallet(trx: Queryable, userId: number, units: number): Promise<void> {
  const credited = await trx
    .updateTable('users')
    .set((where) => ({ quota: where('quota', '+', units) }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('quota')
    .executeTakeFirst()
  if (!credited) throw new ApiError('record_not_found')
  if (credited.quota > MAX_QUOTA) throw new ApiError('balance_too_large')
}
