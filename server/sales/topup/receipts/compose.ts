import type { OptionValues } from '#contract/options.ts'
import { type ReceiptContent, taxWithin, toSmallestUnit } from '#contract/payment-receipts.ts'
import { quotaFigure } from '../../../money/receipts/quota-text.ts'
import type { TopUpRow } from '../../../platform/store/tables.ts'

/** Returns what the receipt of a paid order says, by the company data and the tax of this moment. */
export function composeReceipt(
  order: TopUpRow,
  username: string,
  options: Readonly<OptionValues>,
  at: Date,
): ReceiptContent {
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

/** Returns what a credit note says: the terms of its receipt, with the amount taken back. */
export function composeCreditNote(
  receipt: ReceiptContent,
  number: string,
  /** In the smallest unit, above 0. */
  amount: number,
  at: Date,
): ReceiptContent {
  return {
    ...receipt,
    date: dateText(at),
    total: -amount,
    tax: taxWithin(-amount, receipt.tax_rate),
    corrects: number,
  }
}

const two = (value: number) => String(value).padStart(2, '0')

/** Returns `YYYY-MM-DD` by the server's clock. */
export const dateText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
