import type { Services } from '../services.ts'
import { creditPayment } from './payments/credit.ts'
import type { Callback } from './payments/gateway.ts'
import { openGateway } from './payments/gateways.ts'

/** The result of a callback. */
export interface CallbackResult {
  /** The response. `success`: everything it reported is committed, now or before. `fail`: it changed nothing. */
  receipt: 'success' | 'fail'
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
  const refuse = (reason: string, order: string): CallbackResult => {
    services.log.warn({ gateway: gatewayName, reason, order, ip }, 'a payment callback was refused')
    return { receipt: 'fail', order }
  }
  const gateway = openGateway(gatewayName, services.options.values)
  if (!gateway) return refuse('not_configured', '')
  const notice = gateway.readNotice(callback)
  if (!notice) return refuse('not_signed', '')
  const { payment, paid } = notice
  const order = payment.tradeNo
  if (!paid) return { receipt: 'success', order }
  const outcome = await creditPayment(services, { gateway: gatewayName, payment, asked: false })
  return outcome === 'credited' || outcome === 'already' ? { receipt: 'success', order } : refuse(outcome, order)
}
