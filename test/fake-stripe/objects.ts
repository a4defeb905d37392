export interface Session {
  id: string
  object: 'checkout.session'
  amount_total: number
  currency: string
  client_reference_id: string
  metadata: Record<string, string>
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  url: string | null
  /** Of the payment to come. */
  intent_metadata: Record<string, string>
}

export interface Intent {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  metadata: Record<string, string>
  status: 'processing' | 'requires_payment_method' | 'succeeded'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  status: 'pending' | 'succeeded' | 'failed' | 'canceled'
  created: number
}

export interface Dispute {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  payment_intent: string
  metadata: Record<string, string>
  status: string
  balance_transactions: { id: string; amount: number }[]
  created: number
}

export interface StripeEvent {
  id: string
  object: 'event'
  type: string
  created: number
  livemode: false
  api_version: string
  data: { object: Record<string, unknown> }
}

/** An error as Stripe's API reports it. */
export class ApiFault extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly code?: string,
    readonly param?: string,
  ) {
    super(message)
  }
}

export const badRequest = (message: string, code?: string, param?: string) =>
  new ApiFault(400, 'invalid_request_error', message, code, param)
export const missing = (what: string, id: string) =>
  new ApiFault(404, 'invalid_request_error', `No such ${what}: '${id}'`, 'resource_missing', 'id')
