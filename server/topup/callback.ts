import type { Services } from '../services.ts'
import { creditPayment } from './payments/credit.ts'
import type { Callback } from './payments/gateway.ts'
import { openGateway } from './payments/gateways.ts'

/** The result of a callback. */
export interface CallbackResult {
  /** The response. `success`: everything it reported is committed, now or before. `fail`: it changed nothing. */
  receipt: 'success' | 'fail'
  /** HTTP status of the response. */
  status: 200 | 400
  /** Our order number; "" = the callback was not the gateway's. */
  order: string
}

/** Processes a callback. An invalid one is logged without data that could be used to sign another. */
export async function processCallback(
  services: Services,
  gatewayName: string,
  callback: Callback,
  ip: string,
): Promise<CallbackResult> {
  const gateway = openGateway(gatewayName, services.options.values)
  const accept = (order: string): CallbackResult => ({ receipt: 'success', status: 200, order })
  const refuse = (reason: string, order: string): CallbackResult => {
    services.log.warn({ gateway: gatewayName, reason, order, ip }, 'a payment callback was refused')
    return { receipt: 'fail', status: gateway?.refusalStatus ?? 200, order }
  }
  if (!gateway) return refuse('not_configured', '')
  const notice = gateway.verifyCallback(callback)
  if (!notice) return refuse('not_signed', '')
  const { payment, paid } = notice
  const order = payment.tradeNo
  if (!paid) return accept(order)
  // A gateway that answers no queries has no later word about an order that has expired here.
  const conclusive = gateway.queryOrder === undefined
  const outcome = await creditPayment(services, { gateway: gatewayName, payment, conclusive })
  return outcome === 'credited' || outcome === 'already' ? accept(order) : refuse(outcome, order)
}
