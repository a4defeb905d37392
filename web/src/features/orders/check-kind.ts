/** Classifies the gateway's answer about an order for the administrator who requested the check. */
export function checkKind(answer: 'paid' | 'unpaid' | 'ended' | 'unknown', outcome: string) {
  if (answer !== 'paid') return answer
  return outcome === 'credited' || outcome === 'already' ? outcome : 'refused'
}

/** Reasons why a payment that the gateway confirms was not credited. */
const REFUSALS = [
  'order_unknown',
  'other_gateway',
  'other_currency',
  'other_amount',
  'other_payment',
  'payment_used',
  'order_expired',
] as const

/** Returns whether the console has a translation for a reason. */
export const isRefusal = (outcome: string): outcome is (typeof REFUSALS)[number] =>
  REFUSALS.some((reason) => reason === outcome)
