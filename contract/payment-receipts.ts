/** Receipts of payments and their credit notes: what they say, and the arithmetic of tax. Pure data and functions. */

export const PAYMENT_RECEIPT_KINDS = ['receipt', 'credit_note', 'correction'] as const
export type PaymentReceiptKind = (typeof PAYMENT_RECEIPT_KINDS)[number]

/** The maximum lengths of a customer's billing details. */
export const BILLING_LIMITS = { name: 120, address: 400, tax_id: 60 } as const

/** To whom receipts are made out; "" = not given. */
export interface BillingDetails {
  name: string
  /** Lines. */
  address: string
  tax_id: string
}

/** The company that issues receipts, as it was when the receipt was numbered. */
export interface Seller extends BillingDetails {
  email: string
  footer: string
}

/** What a receipt says, fixed when it is numbered. Amounts are in the smallest unit of `currency`. */
export interface PaymentReceiptContent {
  /** `YYYY-MM-DD` by the server's clock. */
  date: string
  seller: Seller
  /** The account that paid. */
  username: string
  trade_no: string
  gateway_trade_no: string
  method: string
  /** What was bought, such as `$20.00`. */
  credit: string
  currency: string
  /** With tax; below zero on credit notes. */
  total: number
  tax: number
  tax_name: string
  /** Percent. */
  tax_rate: number
  /** The number of the receipt that a credit note takes back, or of the note that a correction does; "" on receipts. */
  corrects: string
}

/**
 * Returns the hundredths of a payment that were returned for good: what a gateway has not confirmed is left out.
 * `money`: of the order, in whole units of its currency.
 */
export function returnedCents(money: number, claims: readonly { cents: number; state: string }[]): number {
  const final = claims.filter(({ state }) => state === 'done' || state === 'lost')
  return Math.min(
    Math.round(money * 100),
    final.reduce((sum, { cents }) => sum + cents, 0),
  )
}

const DEFAULT_DIGITS = 2

/** Returns the decimals of a currency: 2 for CNY, 0 for JPY. Codes that are no currency have two. */
export function currencyDigits(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    return format.resolvedOptions().maximumFractionDigits ?? DEFAULT_DIGITS
  } catch {
    return DEFAULT_DIGITS
  }
}

/** Returns an amount in the smallest unit of its currency. */
export const toSmallestUnit = (money: number, currency: string): number =>
  Math.round(money * 10 ** currencyDigits(currency))

/** Formats an amount in the smallest unit, in every language: `146.00 CNY`. */
export function amountText(amount: number, currency: string): string {
  const digits = currencyDigits(currency)
  return `${(amount / 10 ** digits).toFixed(digits)} ${currency}`
}

/** Decimals of a tax rate in percent that count. */
const RATE_SCALE = 10_000

/** Returns the tax that an amount contains, in the same unit, halves rounded up: 19 % of 119.00 is 19.00. */
export function taxWithin(total: number, percent: number): number {
  const rate = BigInt(Math.round(percent * RATE_SCALE))
  const whole = BigInt(100 * RATE_SCALE) + rate
  const tax = (BigInt(Math.abs(total)) * rate * 2n + whole) / (whole * 2n)
  return total < 0 && tax > 0n ? -Number(tax) : Number(tax)
}
