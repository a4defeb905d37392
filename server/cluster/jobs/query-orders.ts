import { ORDER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Platform } from '../../platform/platform.ts'
import { adoptOrders } from '../../sales/topup/claims/ledger.ts'
import { repeatRefunds } from '../../sales/topup/claims/request-refund.ts'
import { type Check, checkOrder } from '../../sales/topup/payments/check-order.ts'
import { GatewayError } from '../../sales/topup/payments/gateway.ts'
import { openGateway } from '../../sales/topup/payments/gateways.ts'
import { listDueOrders } from '../../sales/topup/queries.ts'
import type { TopUpRow } from '../../sales/topup/tables.ts'
import { every, type Job } from './job.ts'

const BATCH = 20
/** Seconds between two queries for an order: often while the payer is likely to be paying, then hourly. */
const QUERY_INTERVALS = [15, 30, 60, 120, 300, 600, 1800, 3600]
/** An order for which the gateway has no payment after a day expires; one without any answer, after a week. */
const EXPIRES_AFTER = 86_400
const ABANDONED_AFTER = 7 * 86_400
/** While versions run side by side, a node of the previous one credits orders without a line of the ledger. */
const ADOPTED_SECONDS = 8 * 86_400

/**
 * Queries the gateways about unpaid orders, so that a lost callback costs a payer some seconds and no money, and about
 * refunds that they have not confirmed.
 */
export const queryOrders: Job = {
  name: 'query-orders',
  next: every(10),
  async run(services, signal) {
    let unanswered = 0
    await adoptOrders(services.store.db, nowInSeconds() - ADOPTED_SECONDS)
    while (!signal.aborted) {
      const orders = await listDueOrders(services.store.db, nowInSeconds(), BATCH)
      if (orders.length === 0) break
      const answers = await Promise.all(orders.map((order) => queryOrder(services, order)))
      unanswered += answers.filter((answered) => !answered).length
    }
    if (unanswered > 0) services.log.warn({ orders: unanswered }, 'payment gateways did not answer queries for orders')
  },
}

/** Queries one order and plans the next query. false = there was no answer. */
async function queryOrder(services: Platform, order: TopUpRow): Promise<boolean> {
  const check = await askAbout(services, order).catch((error) => {
    if (!(error instanceof GatewayError)) throw error
    return 'unanswered' as const
  })
  if (
    check &&
    check !== 'unanswered' &&
    check.answer === 'paid' &&
    check.outcome !== 'credited' &&
    check.outcome !== 'already'
  ) {
    services.log.error({ order: order.trade_no, reason: check.outcome }, 'a paid order could not be credited')
  }
  const now = nowInSeconds()
  const limit = openGateway(order.gateway, services)?.expiresAfter ?? EXPIRES_AFTER
  const expired = order.status === ORDER_STATUS.pending && expires(check, now - order.create_time, limit)
  const pause = QUERY_INTERVALS[Math.min(order.query_count, QUERY_INTERVALS.length - 1)] ?? 0
  // Only an order in the same state is changed, so a simultaneous credit wins.
  await services.store.db
    .updateTable('top_ups')
    .set({ query_count: order.query_count + 1, next_query: now + pause })
    .set(expired ? { status: ORDER_STATUS.expired, complete_time: now } : {})
    .where('id', '=', order.id)
    .where('status', '=', order.status)
    .execute()
  return check !== 'unanswered'
}

async function askAbout(services: Platform, order: TopUpRow): Promise<Check | undefined> {
  const check = await checkOrder(services, order)
  if (order.status === ORDER_STATUS.refunding && check?.answer === 'paid') await repeatRefunds(services, order)
  return check
}

/** Whether an order expires. One that is reported as paid, but not correctly, waits for an administrator. */
function expires(check: Check | 'unanswered' | undefined, age: number, limit: number): boolean {
  if (check === 'unanswered') return age >= Math.max(ABANDONED_AFTER, limit)
  return check?.answer !== 'paid' && age >= limit
}
