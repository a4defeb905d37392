import { ORDER_STATUS } from '#contract/statuses.ts'
import type { TopUpRow } from '../tables.ts'
import type { Payment } from './gateway.ts'

/** Why a payment is not credited. */
export type PaymentRefusal =
  | 'order_unknown'
  | 'other_gateway'
  | 'other_currency'
  | 'other_amount'
  /** The order was paid before, by another payment. */
  | 'other_payment'
  /** The payment has paid for another order. */
  | 'payment_used'
  | 'order_expired'
/** The outcome of a payment; `already`: it had been credited before. */
export type PaymentOutcome = 'credited' | 'already' | PaymentRefusal

/**
 * Checks whether a payment is the one that an order waits for: number, gateway, currency, amount and state all have
 * to match. `conclusive` = the report also counts for an expired order.
 */
export function matchPayment(
  order: TopUpRow | undefined,
  { gateway, payment, conclusive }: { gateway: string; payment: Payment; conclusive: boolean },
): 'creditable' | 'already' | PaymentRefusal {
  if (!order) return 'order_unknown'
  if (order.gateway !== gateway) return 'other_gateway'
  if (order.currency !== payment.currency) return 'other_currency'
  if (Math.round(order.money * 100) !== payment.cents) return 'other_amount'
  if (order.status === ORDER_STATUS.pending) return 'creditable'
  if (order.status === ORDER_STATUS.expired) return conclusive ? 'creditable' : 'order_expired'
  return order.gateway_trade_no === payment.gatewayTradeNo ? 'already' : 'other_payment'
}
