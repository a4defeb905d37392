import type { Author } from '../../audits/write.ts'
import type { Services } from '../../services.ts'
import type { TopUpRow } from '../../store/tables.ts'
import { creditPayment } from './credit.ts'
import { GatewayError, type OrderAnswer } from './gateway.ts'
import { openGateway } from './gateways.ts'
import type { PaymentOutcome } from './match-payment.ts'

/** The gateway's answer about an order, and the outcome; `none` if there was nothing to credit. */
export interface Check {
  answer: OrderAnswer['kind']
  outcome: PaymentOutcome | 'none'
}

/** Queries the order's gateway and credits a missed payment. undefined = it answers no queries. Throws GatewayError. */
export async function checkOrder(services: Services, order: TopUpRow, by?: Author): Promise<Check | undefined> {
  const gateway = openGateway(order.gateway, services.options.values)
  if (!gateway) throw new GatewayError('the gateway is not set up')
  if (!gateway.queryOrder) return undefined
  const answer = await gateway.queryOrder(order.trade_no)
  if (answer.kind !== 'paid') return { answer: answer.kind, outcome: 'none' }
  const evidence = { gateway: order.gateway, payment: answer.payment, conclusive: true, by }
  return { answer: 'paid', outcome: await creditPayment(services, evidence) }
}
