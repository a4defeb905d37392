import type { Platform } from '../../platform/platform.ts'
import { type Check, checkOrder } from './payments/check-order.ts'
import { creditPayment } from './payments/credit.ts'
import { type Callback, type Change, GatewayError, type Notice } from './payments/gateway.ts'
import { openGateway } from './payments/gateways.ts'
import { findByTradeNo } from './queries.ts'

/** The result of a callback. */
export interface CallbackResult {
  /** The response. `success`: everything it reported is committed, now or before. `fail`: it changed nothing. */
  receipt: 'success' | 'fail'
  /** HTTP status of the response. */
  status: 200 | 400 | 503
  /** Our order number; "" = the callback was not the gateway's. */
  order: string
}

/** Processes a callback. An invalid one is logged without data that could be used to sign another. */
export async function processCallback(
  services: Platform,
  gatewayName: string,
  callback: Callback,
  ip: string,
): Promise<CallbackResult> {
  const gateway = openGateway(gatewayName, services)
  const accept = (order: string): CallbackResult => ({ receipt: 'success', status: 200, order })
  const refuse = (reason: string, order: string): CallbackResult => {
    services.log.warn({ gateway: gatewayName, reason, order, ip }, 'a payment callback was refused')
    return { receipt: 'fail', status: gateway?.refusalStatus ?? 200, order }
  }
  if (!gateway) return refuse('not_configured', '')
  const unanswered = (order: string): CallbackResult => ({ ...refuse('gateway_not_answering', order), status: 503 })
  let report: Notice | Change | undefined
  try {
    report = await gateway.verifyCallback(callback)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return unanswered('')
  }
  if (!report) return refuse('not_signed', '')
  if ('changed' in report) {
    const { changed } = report
    const order = changed ? await findByTradeNo(services.store.db, gatewayName, changed) : undefined
    // An account at a gateway may have other uses.
    if (!order) return accept('')
    try {
      const { outcome } = (await checkOrder(services, order)) ?? { outcome: 'none' }
      return isSettled(outcome) ? accept(changed) : refuse(outcome, changed)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      return unanswered(changed)
    }
  }
  const { payment, paid } = report
  const order = payment.tradeNo
  if (!paid) return accept(order)
  // A gateway that answers no queries has no later word about an order that has expired here.
  const conclusive = gateway.queryOrder === undefined
  const outcome = await creditPayment(services, { gateway: gatewayName, payment, conclusive })
  return isSettled(outcome) ? accept(order) : refuse(outcome, order)
}

const isSettled = (outcome: Check['outcome']) => outcome === 'credited' || outcome === 'already' || outcome === 'none'
