import { LOG_TYPE, ORDER_STATUS } from '#contract/statuses.ts'
import { type Author, writeAudit } from '../audits/write.ts'
import { ApiError } from '../errors/api-error.ts'
import { shownBalance } from '../money/balances.ts'
import { quotaText } from '../receipts/quota-text.ts'
import { writeLog } from '../receipts/write-log.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import type { Queryable } from '../store/database.ts'
import { lockUser } from '../users/queries.ts'
import { requireRank } from '../users/rules.ts'
import { lockOrder } from './payments/credit.ts'
import { findOrder } from './queries.ts'

/**
 * Takes back, once, what a paid order of a user of a lower role added; the money itself is returned at the gateway.
 * Throws user_not_editable, order_not_refundable, or refund_exceeds_balance when part of it has been spent.
 */
export async function refundOrder(
  services: Services,
  actor: UserFacts,
  by: Author,
  id: number,
  reason: string,
): Promise<void> {
  const { store, bus, options } = services
  const userId = await store.db.transaction().execute(async (trx) => {
    const found = await findOrder(trx, id)
    const order = found && (await lockOrder(trx, found.trade_no))
    if (!order) throw new ApiError('record_not_found')
    const owner = await lockUser(trx, store, order.user_id)
    if (!owner) throw new ApiError('record_not_found')
    requireRank(actor, owner, 'user_not_editable')
    if (order.status !== ORDER_STATUS.success) throw new ApiError('order_not_refundable')
    const user = await takeFromWallet(trx, order.user_id, order.quota)
    const complete_time = Math.floor(Date.now() / 1000)
    await trx
      .updateTable('top_ups')
      .set({ status: ORDER_STATUS.refunded, complete_time })
      .where('id', '=', id)
      .execute()
    const taken = quotaText(order.quota, options.values)
    const content = {
      zh: `订单 ${order.trade_no} 已退款，收回额度 ${taken.zh}，原因：${reason}`,
      en: `Order ${order.trade_no} refunded, ${taken.en} taken back, reason: ${reason}`,
    }
    await writeLog(trx, { type: LOG_TYPE.manage, user, content, quota: -order.quota })
    await writeAudit(trx, by, {
      action: 'order.update',
      target: { kind: 'order', id },
      before: { status: order.status, quota: order.quota },
      after: { status: ORDER_STATUS.refunded, reason },
    })
    return order.user_id
  })
  bus.publish({ kind: 'user', id: userId })
}

/** The wallet may fall below zero for a moment: nodes that hold leases return them when they receive the change. */
async function takeFromWallet(trx: Queryable, userId: number, units: number) {
  const user = await trx
    .updateTable('users')
    .set((set) => ({ quota: set('quota', '-', units) }))
    .where('id', '=', userId)
    .returning(['id', 'username'])
    .executeTakeFirst()
  if (!user) throw new ApiError('record_not_found')
  const left = await trx
    .selectFrom('users')
    .select(shownBalance('user').as('balance'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (left.balance < 0) throw new ApiError('refund_exceeds_balance')
  return user
}
