import type { Language } from '#contract/errors.ts'
import { findPaymentMethod } from '#contract/payment-gateways.ts'

/** The words on a receipt as a PDF. */
export const RECEIPT_WORDS = {
  zh: {
    receipt: '收据',
    credit_note: '退款凭证',
    correction: '退款更正凭证',
    number: '编号',
    date: '日期',
    corrects: '对应凭证',
    seller: '开具方',
    buyer: '客户',
    account: '账户',
    taxId: '税号',
    item: '项目',
    amount: '金额',
    credit: (credit: string) => `账户余额充值 ${credit}`,
    refund: (credit: string) => `退回账户余额充值 ${credit}`,
    failed: (credit: string) => `退款未完成：账户余额充值 ${credit}`,
    net: '不含税金额',
    tax: (name: string, rate: number) => `${name || '税额'}（${rate}%）`,
    total: '合计',
    order: '订单号',
    payment: '支付流水号',
    method: '支付方式',
  },
  en: {
    receipt: 'Receipt',
    credit_note: 'Credit note',
    correction: 'Correction of a credit note',
    number: 'Number',
    date: 'Date',
    corrects: 'Refers to',
    seller: 'From',
    buyer: 'To',
    account: 'Account',
    taxId: 'Tax ID',
    item: 'Description',
    amount: 'Amount',
    credit: (credit: string) => `Account credit ${credit}`,
    refund: (credit: string) => `Refund of account credit ${credit}`,
    failed: (credit: string) => `Refund that did not take place: account credit ${credit}`,
    net: 'Net amount',
    tax: (name: string, rate: number) => `${name || 'Tax'} (${rate}%)`,
    total: 'Total',
    order: 'Order',
    payment: 'Payment number',
    method: 'Paid by',
  },
}
export type PaymentReceiptWords = (typeof RECEIPT_WORDS)[Language]

/** Returns the name of a payment method; of unknown ones their id. */
export const methodName = (method: string, language: Language): string =>
  findPaymentMethod(method)?.label[language] ?? method
