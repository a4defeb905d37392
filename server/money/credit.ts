import { MAX_QUOTA } from '#contract/quota.ts'
import { Failure } from '../errors/api-error.ts'
import type { Queryable } from '../store/database.ts'

/** How much of a gift, in quota units, fits on a balance; with less than all of it, the balance is at its ceiling. */
export function fittingGift(balance: number, units: number): number {
  return Math.max(0, Math.min(units, MAX_QUOTA - balance))
}

/**
 * Adds quota units to a living user's wallet. Call it in the transaction of what they are for, and publish the change
 * of the user after it. Throws record_not_found, and balance_too_large where sums would stop being exact.
 */
export async function creditWallet(trx: Queryable, userId: number, units: number): Promise<void> {
  const credited = await trx
    .updateTable('users')
    .set((where) => ({ quota: where('quota', '+', units) }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('quota')
    .executeTakeFirst()
  if (!credited) throw new Failure('record_not_found')
  if (credited.quota > MAX_QUOTA) throw new Failure('balance_too_large', { max: MAX_QUOTA })
}
