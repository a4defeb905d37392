import * as z from 'zod/mini'
import { BILLING_LIMITS, PAYMENT_RECEIPT_KINDS } from '../payment-receipts.ts'
import { endpoint } from './endpoint.ts'
import { idParams, nothing } from './fields.ts'

const details = z.object({ name: z.string(), address: z.string(), tax_id: z.string() })

/** A receipt of a payment, or the credit note of a refund. Amounts are in the smallest unit of the currency. */
export const paymentReceipt = z.object({
  id: z.number(),
  kind: z.enum(PAYMENT_RECEIPT_KINDS),
  number: z.string(),
  date: z.string(),
  seller: z.extend(details, { email: z.string(), footer: z.string() }),
  /** Null until the customer has given billing details. */
  buyer: z.nullable(details),
  username: z.string(),
  trade_no: z.string(),
  gateway_trade_no: z.string(),
  method: z.string(),
  credit: z.string(),
  currency: z.string(),
  total: z.number(),
  tax: z.number(),
  tax_name: z.string(),
  tax_rate: z.number(),
  corrects: z.string(),
})
export type PaymentReceipt = z.infer<typeof paymentReceipt>

export const listReceipts = endpoint('GET /api/topup/:id/receipts', 'user', {
  summary: 'The receipt of an own order and its credit notes, oldest first; administrators may read those of all users',
  params: idParams,
  reply: z.array(paymentReceipt),
})

export const receiptFile = endpoint('GET /api/receipt/:id/pdf', 'user', {
  summary:
    'A receipt or credit note as a PDF in the language of the request; administrators may read those of all users',
  params: idParams,
  reply: z.string(),
  wire: 'raw',
})

/** Trimmed, with at most the empty lines that were meant. */
const text = (max: number) => z._default(z.string().check(z.trim(), z.maxLength(max)), '')
const billingBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(BILLING_LIMITS.name)),
  address: text(BILLING_LIMITS.address),
  tax_id: text(BILLING_LIMITS.tax_id),
})

export const nameReceiptBuyer = endpoint('POST /api/receipt/:id/buyer', 'user', {
  summary: 'Make out an own receipt that names no customer, once; it never changes afterwards',
  params: idParams,
  body: billingBody,
  reply: nothing,
})

export const getBilling = endpoint('GET /api/user/billing', 'user', {
  summary: 'The billing details that own receipts are made out to',
  reply: details,
})

export const setBilling = endpoint('PUT /api/user/billing', 'user', {
  summary: 'Change the own billing details, for receipts from now on; an empty name removes them',
  body: z.object({
    name: text(BILLING_LIMITS.name),
    address: text(BILLING_LIMITS.address),
    tax_id: text(BILLING_LIMITS.tax_id),
  }),
  reply: nothing,
})
