import { ORDER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Author } from '../../../platform/audits/write.ts'
import type { Platform } from '../../../platform/platform.ts'
import { applyClaims } from '../claims/apply.ts'
import type { TopUpRow } from '../tables.ts'
import { creditPayment } from './credit.ts'
import { GatewayError, type OrderAnswer } from './gateway.ts'
import { openGateway } from './gateways.ts'
import type { PaymentOutcome } from './match-payment.ts'

/** The gateway's answer about an order, and the outcome; `none` if there was nothing to credit. */
export interface Check {
  answer: OrderAnswer['kind']
  outcome: PaymentOutcome | 'none'
}

/**
 * Queries the order's gateway, credits a missed payment, and applies refunds and disputes. undefined = it answers no
 * queries. Throws GatewayError.
 */
export async function checkOrder(services: Platform, order: TopUpRow, by?: Author): Promise<Check | undefined> {
  const gateway = openGateway(order.gateway, services)
  if (!gateway) throw new GatewayError('the gateway is not set up')
  if (!gateway.queryOrder) return undefined
  const { trade_no: tradeNo, gateway_session: session } = order
  const answer = await gateway.queryOrder({ tradeNo, session })
  if (answer.kind === 'ended') await expireOrder(services, order.id)
  if (answer.kind !== 'paid') return { answer: answer.kind, outcome: 'none' }
  const evidence = { gateway: order.gateway, payment: answer.payment, conclusive: true, by }
  const outcome = await creditPayment(services, evidence)
  if (outcome === 'credited' || outcome === 'already') await applyClaims(services, tradeNo, answer.claims ?? [])
  return { answer: 'paid', outcome }
}

/** Only a pending order is changed, so a simultaneous credit wins. */
async function expireOrder({ store }: Platform, id: number): Promise<void> {
  await store.db
    .updateTable('top_ups')
    .set({ status: ORDER_STATUS.expired, complete_time: nowInSeconds() })
    .where('id', '=', id)
    .where('status', '=', ORDER_STATUS.pending)
    .execute()
}
