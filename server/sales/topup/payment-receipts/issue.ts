import type { OptionValues } from '#contract/options.ts'
import {
  type PaymentReceiptContent,
  type PaymentReceiptKind,
  returnedCents,
  toSmallestUnit,
} from '#contract/payment-receipts.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import type { TopUpRow } from '../tables.ts'
import { findBilling } from './billing.ts'
import { composeNote, composeReceipt } from './compose.ts'
import { takeNumber } from './number.ts'
import type { PaymentReceiptRow } from './tables.ts'

type Options = Readonly<OptionValues>

/**
 * Numbers the receipt of an order in the transaction that marks it as paid, once per order. Call it last: other payments
 * wait for the counter until the transaction ends.
 */
export async function issueReceipt(trx: Queryable, options: Options, order: TopUpRow): Promise<PaymentReceiptRow> {
  const known = await findReceipt(trx, order.id)
  if (known) return known
  const user = await trx.selectFrom('users').select('username').where('id', '=', order.user_id).executeTakeFirst()
  const billing = await findBilling(trx, order.user_id)
  const buyer = billing.name ? JSON.stringify(billing) : ''
  const at = new Date()
  const content = composeReceipt(order, user?.username ?? '', options, at)
  return insert(trx, { kind: 'receipt', order, content, buyer, at, format: options.ReceiptNumberFormat })
}

/**
 * Numbers a credit note for what has been returned for good since the last one, in the transaction that records it; or a
 * correction, where a refund that had a note has failed. Papers stay as they are, and together they are what was kept. What
 * a gateway has not confirmed has none yet. Call it last, as `issueReceipt`.
 */
export async function issueCreditNotes(trx: Queryable, options: Options, order: TopUpRow): Promise<void> {
  const receipt = await issueReceipt(trx, options, order)
  const claims = await trx
    .selectFrom('payment_claims')
    .select(['cents', 'state'])
    .where('order_id', '=', order.id)
    .execute()
  const notes = await trx
    .selectFrom('payment_receipts')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('kind', '<>', 'receipt')
    .orderBy('id')
    .execute()
  const returned = toSmallestUnit(returnedCents(order.money, claims) / 100, order.currency)
  const amount = notes.reduce((left, note) => left + contentOf(note).total, returned)
  if (amount === 0) return
  const kind = amount > 0 ? 'credit_note' : 'correction'
  const corrected = amount > 0 ? receipt : notes.findLast((note) => note.kind === 'credit_note')
  const at = new Date()
  const content = composeNote(contentOf(receipt), corrected?.number ?? '', -amount, at)
  const format = options.CreditNoteNumberFormat
  await insert(trx, { kind, order, content, buyer: receipt.buyer, at, format })
}

/** Reads what a receipt says. */
export const contentOf = (row: PaymentReceiptRow): PaymentReceiptContent =>
  JSON.parse(row.content) as PaymentReceiptContent

interface NewPaymentReceipt {
  kind: PaymentReceiptKind
  order: TopUpRow
  content: PaymentReceiptContent
  buyer: string
  at: Date
  format: string
}

async function insert(trx: Queryable, { kind, order, content, buyer, at, format }: NewPaymentReceipt) {
  const number = await takeNumber(trx, format, at)
  return trx
    .insertInto('payment_receipts')
    .values({
      kind,
      order_id: order.id,
      user_id: order.user_id,
      number,
      issued_at: Math.floor(at.getTime() / 1000),
      content: JSON.stringify(content),
      buyer,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function findReceipt(db: Queryable, orderId: number): Promise<PaymentReceiptRow | undefined> {
  return db
    .selectFrom('payment_receipts')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('kind', '=', 'receipt')
    .executeTakeFirst()
}
