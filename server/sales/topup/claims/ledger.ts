import { isPaidStatus, ORDER_STATUS, UNPAID_STATUSES } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Database, Queryable } from '../../../platform/store/database.ts'
import type { TopUpRow } from '../tables.ts'
import { centsOfOrder } from './outcome.ts'

/** What changed with a line of the ledger. */
export interface LedgerLine {
  kind: string
  reference: string
  version: number
  cents: number
  quota: number
  frozen: number
}

/** Adds a line to the ledger of payments, in the transaction that changes the wallet by the same number of units. */
export async function addLedgerLine(trx: Queryable, order: TopUpRow, entry: LedgerLine): Promise<void> {
  const created_at = nowInSeconds()
  await trx
    .insertInto('payment_entries')
    .values({ order_id: order.id, user_id: order.user_id, created_at, ...entry })
    .execute()
}

/** The line of a payment. */
export const paymentLine = (order: TopUpRow, gatewayTradeNo: string): LedgerLine => ({
  kind: 'payment',
  reference: gatewayTradeNo,
  version: 0,
  cents: centsOfOrder(order),
  quota: order.quota,
  frozen: 0,
})

const BY_HAND = { reference: 'by-hand', version: 2 }

/**
 * Adds the lines of an order that a node of the previous version credited or refunded: it knows no ledger. Needs a
 * transaction in which the order is locked; returns the order as it is afterwards.
 */
export async function adoptOrder(trx: Queryable, order: TopUpRow): Promise<TopUpRow> {
  if (!isPaidStatus(order.status)) return order
  const known = await trx.selectFrom('payment_entries').select('id').where('order_id', '=', order.id).executeTakeFirst()
  if (!known) await addLedgerLine(trx, order, paymentLine(order, order.gateway_trade_no ?? ''))
  if (order.status !== ORDER_STATUS.refunded || order.returned_cents > 0) return order
  const [cents, quota] = [centsOfOrder(order), order.quota]
  const created_at = order.complete_time
  const claim = { order_id: order.id, kind: 'refund' as const, cents, state: 'done' as const, created_at, ...BY_HAND }
  await trx.insertInto('payment_claims').values(claim).execute()
  await addLedgerLine(trx, order, { kind: 'refund_done', ...BY_HAND, cents: -cents, quota: -quota, frozen: 0 })
  const returned = { returned_cents: cents, returned_quota: quota }
  await trx.updateTable('top_ups').set(returned).where('id', '=', order.id).execute()
  return { ...order, ...returned }
}

/** Adds the missing lines of orders that were created since a time. */
export async function adoptOrders(db: Database, since: number): Promise<void> {
  const missing = await db
    .selectFrom('top_ups')
    .select('trade_no')
    .where('create_time', '>=', since)
    .where('status', 'not in', [...UNPAID_STATUSES])
    .where(({ or, and, eb, not, exists, selectFrom }) =>
      or([
        not(exists(selectFrom('payment_entries').select('id').whereRef('order_id', '=', 'top_ups.id'))),
        and([eb('status', '=', ORDER_STATUS.refunded), eb('returned_cents', '=', 0), eb('money', '>', 0)]),
      ]),
    )
    .execute()
  for (const { trade_no } of missing) {
    await db.transaction().execute(async (trx) => {
      const order = await lockOrder(trx, trade_no)
      if (order) await adoptOrder(trx, order)
    })
  }
}

/** Reads an order and locks it until the transaction ends. */
export async function lockOrder(trx: Queryable, tradeNo: string): Promise<TopUpRow | undefined> {
  const locked = trx.updateTable('top_ups').set({ trade_no: tradeNo }).where('trade_no', '=', tradeNo)
  return locked.returningAll().executeTakeFirst()
}
