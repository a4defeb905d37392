import { sql } from 'kysely'
import type { PaymentReceiptKind } from '#contract/payment-receipts.ts'
import { UNPAID_STATUSES } from '#contract/statuses.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { TopUpRow } from '../tables.ts'
import type { PaymentReceiptRow } from './tables.ts'

/** Lists the receipt of an order and its credit notes, oldest first. */
export function listReceiptsOf(db: Queryable, orderId: number): Promise<PaymentReceiptRow[]> {
  return db.selectFrom('payment_receipts').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
}

export function findReceiptById(db: Queryable, id: number): Promise<PaymentReceiptRow | undefined> {
  return db.selectFrom('payment_receipts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Lists orders since a time that lack a receipt, or a credit note where they were refunded, in order of payment. */
export function listUnnumbered(db: Queryable, since: number, limit: number): Promise<TopUpRow[]> {
  return db
    .selectFrom('top_ups')
    .selectAll()
    .where('create_time', '>=', since)
    .where('status', 'not in', [...UNPAID_STATUSES])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_receipts')
            .select('payment_receipts.id')
            .whereRef('payment_receipts.order_id', '=', 'top_ups.id')
            .where(
              'kind',
              '=',
              sql<PaymentReceiptKind>`case status when 'refunded' then 'credit_note' else 'receipt' end`,
            ),
        ),
      ),
    )
    .orderBy('complete_time')
    .orderBy('id')
    .limit(limit)
    .execute()
}
