/** What a gateway's answer about an order means for the administrator who had it asked. */
export function checkKind(answer: 'paid' | 'unpaid' | 'unknown', outcome: string) {
  if (answer !== 'paid') return answer
  return outcome === 'credited' || outcome === 'already' ? outcome : 'refused'
}

/** Why a payment that the gateway knows was not credited. */
const REFUSALS = [
  'order_unknown',
  'other_gateway',
  'other_currency',
  'other_amount',
  'other_payment',
  'payment_used',
  'order_expired',
] as const

/** Whether the console has words for a reason. */
export const isRefusal = (outcome: string): outcome is (typeof REFUSALS)[number] =>
  REFUSALS.some((reason) => reason === outcome)
