import type { Author } from '../../audits/write.ts'
import type { Services } from '../../services.ts'
import type { TopUpRow } from '../../store/tables.ts'
import { creditPayment } from './credit.ts'
import { type Answer, GatewayError } from './gateway.ts'
import { openGateway } from './gateways.ts'
import type { Outcome } from './judge.ts'

/** What the gateway said of an order, and what came of it; `none` where there was nothing to credit. */
export interface Check {
  answer: Answer['kind']
  outcome: Outcome | 'none'
}

/** Asks the order's gateway about it and credits a payment that was missed. Throws GatewayError. */
export async function checkOrder(services: Services, order: TopUpRow, by?: Author): Promise<Check> {
  const gateway = openGateway(order.gateway, services.options.values)
  if (!gateway) throw new GatewayError('the gateway is not set up')
  const answer = await gateway.ask(order.trade_no)
  if (answer.kind !== 'paid') return { answer: answer.kind, outcome: 'none' }
  const evidence = { gateway: order.gateway, payment: answer.payment, asked: true, by }
  return { answer: 'paid', outcome: await creditPayment(services, evidence) }
}
