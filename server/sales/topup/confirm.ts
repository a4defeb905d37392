import type { Input } from '#contract/api/endpoint.ts'
import type { confirmOrder as endpoint } from '#contract/api/topup.ts'
import { isConfirmed } from '#contract/payment-gateways.ts'
import { ORDER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { lockUser } from '../../people/users/queries.ts'
import { requireRank } from '../../people/users/rules.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { lockOrder } from './claims/ledger.ts'
import { centsOfOrder } from './claims/outcome.ts'
import { creditOrder } from './payments/credit.ts'
import { amountOf, centsOf } from './payments/gateway.ts'
import { findOrder } from './queries.ts'
import type { TopUpRow } from './tables.ts'

/** More than this many times the ordered amount is a typing error. */
const MAX_TIMES = 10

/**
 * Credits an order whose transfer has arrived, once. With another amount than was ordered, the order becomes one of that
 * amount, and of the same share of its quota. Throws user_not_editable, order_not_confirmable, received_amount_wrong.
 */
export async function confirmOrder(
  services: Platform,
  actor: UserFacts,
  by: Author,
  id: number,
  { received, received_on }: Input<typeof endpoint>['body'],
): Promise<void> {
  const userId = await services.store.db.transaction().execute(async (trx) => {
    const order = await lockConfirmable(trx, services, actor, id, [ORDER_STATUS.pending, ORDER_STATUS.expired])
    const ordered = centsOfOrder(order)
    const cents = centsOf(received) ?? 0
    if (cents <= 0 || cents > MAX_TIMES * ordered) throw new ApiError('received_amount_wrong')
    const quota = Number((BigInt(order.quota) * BigInt(cents)) / BigInt(ordered))
    const paid = { ...order, money: cents / 100, quota }
    await trx.updateTable('top_ups').set({ money: paid.money, quota }).where('id', '=', id).execute()
    const { trade_no: tradeNo, currency } = order
    await creditOrder(trx, services, paid, { tradeNo, gatewayTradeNo: tradeNo, cents, currency })
    await writeAudit(trx, by, {
      action: 'order.update',
      target: { kind: 'order', id },
      before: { status: order.status, money: amountOf(ordered), quota: order.quota },
      after: { status: ORDER_STATUS.success, money: amountOf(cents), quota, received_on },
    })
    return order.user_id
  })
  services.bus.publish({ kind: 'user', id: userId })
}

/** Ends an order whose transfer will not arrive. Throws user_not_editable and order_not_confirmable. */
export async function rejectOrder(
  services: Platform,
  actor: UserFacts,
  by: Author,
  id: number,
  reason: string,
): Promise<void> {
  await services.store.db.transaction().execute(async (trx) => {
    const order = await lockConfirmable(trx, services, actor, id, [ORDER_STATUS.pending])
    const complete_time = nowInSeconds()
    await trx
      .updateTable('top_ups')
      .set({ status: ORDER_STATUS.rejected, complete_time })
      .where('id', '=', id)
      .execute()
    await writeAudit(trx, by, {
      action: 'order.update',
      target: { kind: 'order', id },
      before: { status: order.status },
      after: { status: ORDER_STATUS.rejected, reason },
    })
  })
}

async function lockConfirmable(
  trx: Queryable,
  { store }: Platform,
  actor: UserFacts,
  id: number,
  statuses: readonly string[],
): Promise<TopUpRow> {
  const found = await findOrder(trx, id)
  const order = found && (await lockOrder(trx, found.trade_no))
  if (!order) throw new ApiError('record_not_found')
  const owner = await lockUser(trx, store, order.user_id)
  if (!owner) throw new ApiError('record_not_found')
  requireRank(actor, owner, 'user_not_editable')
  if (!isConfirmed(order.gateway) || !statuses.includes(order.status)) throw new ApiError('order_not_confirmable')
  return order
}
