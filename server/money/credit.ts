import { MAX_QUOTA } from '#contract/quota.ts'
import { Failure } from '../http/failure.ts'
import type { Queryable } from '../store/database.ts'

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
