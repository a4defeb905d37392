import type { OptionValues } from '#contract/options.ts'
import { type PaymentReceiptContent, taxWithin, toSmallestUnit } from '#contract/payment-receipts.ts'
import { quotaFigure } from '../../../money/receipts/quota-text.ts'
import type { TopUpRow } from '../tables.ts'

/** Returns what the receipt of a paid order says, by the company data and the tax of this moment. */
export function composeReceipt(
  order: TopUpRow,
  username: string,
  options: Readonly<OptionValues>,
  at: Date,
): PaymentReceiptContent {
  const { currency } = order
  const total = toSmallestUnit(order.money, currency)
  return {
    date: dateText(at),
    seller: {
      name: options.ReceiptCompany.trim() || options.SystemName,
      address: options.ReceiptAddress.join('\n'),
      tax_id: options.ReceiptTaxId.trim(),
      email: options.ReceiptEmail.trim(),
      footer: options.ReceiptFooter.join('\n'),
    },
    username,
    trade_no: order.trade_no,
    gateway_trade_no: order.gateway_trade_no ?? '',
    method: order.method,
    credit: quotaFigure(order.quota, options),
    currency,
    total,
    tax: taxWithin(total, options.ReceiptTaxRate),
    tax_name: options.ReceiptTaxName.trim(),
    tax_rate: options.ReceiptTaxRate,
    corrects: '',
  }
}

/** Returns what a credit note or a correction says: the terms of the receipt, with another total (smallest unit). */
export const composeNote = (
  receipt: PaymentReceiptContent,
  corrects: string,
  total: number,
  at: Date,
): PaymentReceiptContent => ({
  ...receipt,
  date: dateText(at),
  total,
  tax: taxWithin(total, receipt.tax_rate),
  corrects,
})

const two = (value: number) => String(value).padStart(2, '0')

/** Returns `YYYY-MM-DD` by the server's clock. */
export const dateText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
