import type { Platform } from '../../../platform/platform.ts'
import { GatewayError, GatewayRefusal } from '../payments/gateway.ts'
import { openGateway } from '../payments/gateways.ts'
import type { TopUpRow } from '../tables.ts'
import { applyClaims } from './apply.ts'
import { REFUND_VERSIONS, type ReportedClaim } from './reported-claim.ts'

/**
 * Asks the gateway to return money for which the quota was taken, and applies its answer. Throws GatewayRefusal after
 * the quota was given back, and GatewayError when nothing is known.
 */
export async function requestRefund(services: Platform, order: TopUpRow, claim: ReportedClaim): Promise<void> {
  const gateway = openGateway(order.gateway, services)
  if (!gateway?.refund) throw new GatewayError('the gateway is not set up')
  const { trade_no: tradeNo, gateway_trade_no, currency } = order
  const { reference, cents } = claim
  const request = { tradeNo, gatewayTradeNo: gateway_trade_no ?? '', reference, cents, currency }
  try {
    await applyClaims(services, tradeNo, [await gateway.refund(request)])
  } catch (error) {
    if (error instanceof GatewayRefusal) {
      await applyClaims(services, tradeNo, [{ ...claim, state: 'failed', version: REFUND_VERSIONS.failed }])
    }
    throw error
  }
}

/**
 * Repeats the requests whose answer did not arrive. Call it after the order was queried: a refund that the gateway
 * knows is no longer `requested` then, however long ago it was requested.
 */
export async function repeatRefunds(services: Platform, order: TopUpRow): Promise<void> {
  const open = await services.store.db
    .selectFrom('payment_claims')
    .select(['kind', 'reference', 'cents', 'state', 'version'])
    .where('order_id', '=', order.id)
    .where('kind', '=', 'refund')
    .where('state', '=', 'requested')
    .execute()
  for (const claim of open) {
    await requestRefund(services, order, claim).catch((error) => {
      if (!(error instanceof GatewayRefusal)) throw error
      services.log.warn({ order: order.trade_no, reason: error.message }, 'a refund was refused')
    })
  }
}
