import { LOG_TYPE, ORDER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { quotaText } from '../../../money/receipts/quota-text.ts'
import { writeLog } from '../../../money/receipts/write-log.ts'
import { type Author, writeAudit } from '../../../platform/audits/write.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { addLedgerLine, lockOrder, paymentLine } from '../claims/ledger.ts'
import { issueReceipt } from '../payment-receipts/issue.ts'
import type { TopUpRow } from '../tables.ts'
import type { Payment } from './gateway.ts'
import { matchPayment, type PaymentOutcome } from './match-payment.ts'

/** A reported payment and the source of the report. */
export interface PaymentReport {
  /** The gateway of the payment. */
  gateway: string
  payment: Payment
  /** The report is the gateway's last word, such as its answer to our query: it also revives an expired order. */
  conclusive: boolean
  /** The administrator who requested the query. */
  by?: Author | undefined
}

/**
 * Credits an order that a gateway reports as paid: order, wallet, ledger and log row in one transaction, so that it happens
 * once however often and wherever the payment is reported. When this resolves with `credited` or `already`, it is
 * committed.
 */
export async function creditPayment(services: Platform, evidence: PaymentReport): Promise<PaymentOutcome> {
  const { store, bus } = services
  const { outcome, userId } = await store.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, evidence.payment.tradeNo)
    const verdict = matchPayment(order, evidence)
    if (verdict !== 'creditable' || !order) return { outcome: verdict as PaymentOutcome }
    if (await isUsed(trx, evidence)) return { outcome: 'payment_used' as const }
    await creditOrder(trx, services, order, evidence.payment, evidence.by)
    return { outcome: 'credited' as const, userId: order.user_id }
  })
  if (userId !== undefined) bus.publish({ kind: 'user', id: userId })
  return outcome
}

/** Whether the payment has paid for an order before; a unique index enforces this as well. */
async function isUsed(trx: Queryable, { gateway, payment }: PaymentReport): Promise<boolean> {
  const other = await trx
    .selectFrom('top_ups')
    .select('id')
    .where('gateway', '=', gateway)
    .where('gateway_trade_no', '=', payment.gatewayTradeNo)
    .executeTakeFirst()
  return other !== undefined
}

/** Credits an order in a transaction in which it is locked, and was checked to be unpaid. */
export async function creditOrder(
  trx: Queryable,
  { options }: Platform,
  order: TopUpRow,
  payment: Payment,
  by?: Author,
): Promise<void> {
  const paid = await trx
    .updateTable('top_ups')
    .set({
      status: ORDER_STATUS.success,
      gateway_trade_no: payment.gatewayTradeNo,
      complete_time: nowInSeconds(),
    })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const user = await trx
    .updateTable('users')
    .set((set) => ({ quota: set('quota', '+', order.quota) }))
    .where('id', '=', order.user_id)
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (!user) throw new Error(`order ${order.trade_no} belongs to no user`)
  await addLedgerLine(trx, order, paymentLine(order, payment.gatewayTradeNo))
  const added = quotaText(order.quota, options.values)
  const price = order.money.toFixed(2)
  await writeLog(trx, {
    type: LOG_TYPE.topup,
    user,
    content: {
      zh: `使用在线充值成功，充值金额: ${added.zh}，支付金额：${price}`,
      en: `Paid online: ${added.en} for ${price} ${order.currency}`,
    },
    quota: order.quota,
  })
  if (by) {
    await writeAudit(trx, by, {
      action: 'order.update',
      target: { kind: 'order', id: order.id },
      before: { status: order.status },
      after: { status: ORDER_STATUS.success, quota: order.quota },
    })
  }
  await issueReceipt(trx, options.values, paid)
}
