import type { Generated, Selectable } from 'kysely'
import type { PaymentReceiptKind } from '#contract/payment-receipts.ts'

/** What receipts of a user are made out to from now on. */
export interface BillingDetailsTable {
  user_id: number
  name: Generated<string>
  address: Generated<string>
  tax_id: Generated<string>
}

/** The last number of each series of receipts. */
export interface PaymentReceiptCounterTable {
  /** The format of the numbers with the year filled in, such as `2026-{number}`. */
  series: string
  last: number
}

/** A numbered receipt of a paid order, or the credit note of a refund. */
export interface PaymentReceiptTable {
  id: Generated<number>
  kind: PaymentReceiptKind
  order_id: number
  user_id: number
  number: string
  issued_at: number
  /** `PaymentReceiptContent` as JSON. */
  content: string
  /** `BillingDetails` as JSON; "" until the customer gives them. */
  buyer: Generated<string>
}
export type PaymentReceiptRow = Selectable<PaymentReceiptTable>

declare module '../../../platform/store/tables.ts' {
  interface Tables {
    billing_details: BillingDetailsTable
    receipt_counters: PaymentReceiptCounterTable
    payment_receipts: PaymentReceiptTable
  }
}
