import type { BillingDetails } from '#contract/payment-receipts.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Queryable } from '../../../platform/store/database.ts'

const NONE: BillingDetails = { name: '', address: '', tax_id: '' }

/** Reads a user's billing details; all "" if none are stored. */
export async function findBilling(db: Queryable, userId: number): Promise<BillingDetails> {
  const query = db.selectFrom('billing_details').select(['name', 'address', 'tax_id']).where('user_id', '=', userId)
  return (await query.executeTakeFirst()) ?? NONE
}

/** Stores a user's billing details for receipts from now on; without a name they are removed. */
export async function storeBilling(db: Queryable, userId: number, details: BillingDetails): Promise<void> {
  if (!details.name) {
    await db.deleteFrom('billing_details').where('user_id', '=', userId).execute()
    return
  }
  await db
    .insertInto('billing_details')
    .values({ user_id: userId, ...details })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(details))
    .execute()
}

/**
 * Makes out a receipt that names nobody, and its credit notes that name nobody. Throws record_not_found for what is no
 * receipt of the user, receipt_is_made_out for one that names somebody.
 */
export async function nameBuyer(db: Queryable, userId: number, id: number, details: BillingDetails): Promise<void> {
  const row = await db
    .selectFrom('payment_receipts')
    .select(['order_id', 'buyer'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!row) throw new ApiError('record_not_found')
  const { numUpdatedRows } = await db
    .updateTable('payment_receipts')
    .set({ buyer: JSON.stringify(details) })
    .where('order_id', '=', row.order_id)
    .where('buyer', '=', '')
    .executeTakeFirst()
  if (numUpdatedRows === 0n || row.buyer !== '') throw new ApiError('receipt_is_made_out')
}
