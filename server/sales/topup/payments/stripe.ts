import type Stripe from 'stripe'
import { fromSmallestUnits, toSmallestUnits } from '#contract/currency/currencies.ts'
import { REFUND_VERSIONS, type ReportedClaim } from '../claims/reported-claim.ts'
import type { ClaimState } from '../tables.ts'
import {
  type Callback,
  type Change,
  type Gateway,
  GatewayError,
  GatewayRefusal,
  type NewPayment,
  type OrderAnswer,
  type PaymentStart,
  type QueriedOrder,
  type RefundRequest,
} from './gateway.ts'
import { askStripe, stripeClient } from './stripe-client.ts'

/** Largest age of a webhook in seconds: a copied one is of no use later. */
const TOLERANCE_SECONDS = 300
/** Bank debits may take this long after the payer has left the page. */
const EXPIRES_AFTER = 14 * 86_400
const PAGE = 100
/** Changes that one listing returns at most. */
const MAX_EVENTS = 5000

/** What a webhook is to be subscribed to; other events are acknowledged. */
const EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
]

interface Settings {
  currency: string
  client(): Promise<Stripe>
}

/**
 * Stripe Checkout. A webhook only says which order has changed; the state of the session, of its refunds and of its
 * disputes is always read from Stripe. Copied, late and reordered webhooks are harmless therefore.
 */
export const stripe: Gateway = {
  open({ StripeSecretKey, StripeWebhookSecret, StripeCurrency, StripePrice, StripeName }, externals) {
    const client = () => stripeClient(StripeSecretKey, externals.stripe)
    const settings = { currency: StripeCurrency, client }
    return {
      currency: StripeCurrency,
      price: StripePrice,
      methodName: StripeName,
      refusalStatus: 400,
      expiresAfter: EXPIRES_AFTER,
      createPayment: (order) => createSession(settings, order),
      verifyCallback: (callback) => readWebhook(settings, callback, StripeWebhookSecret),
      queryOrder: (order) => querySession(settings, order),
      listChanged: (since) => listChanged(settings, since),
      refund: (request) => refund(settings, request),
      testCredentials: () => testKey(settings),
    }
  },
}

/** The key makes a repeated request return the first session. */
async function createSession({ currency, client }: Settings, order: NewPayment): Promise<PaymentStart> {
  const stripe = await client()
  const { tradeNo, title, cents, siteBase } = order
  const metadata = { order: tradeNo }
  const back = `${siteBase}/topup?${new URLSearchParams({ order: tradeNo })}`
  const price = {
    currency: currency.toLowerCase(),
    unit_amount: toSmallestUnits(cents, currency),
    product_data: { name: title },
  }
  const { id, url } = await askStripe(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        line_items: [{ quantity: 1, price_data: price }],
        client_reference_id: tradeNo,
        metadata,
        payment_intent_data: { metadata, description: `${title} ${tradeNo}` },
        success_url: back,
        cancel_url: back,
      },
      { idempotencyKey: `session-${tradeNo}` },
    ),
  )
  if (!url) throw new GatewayError('Stripe returned no address')
  return { kind: 'link', url, session: id }
}

/** Verifies the signature over the raw body, then finds out which order the event is about. */
async function readWebhook(
  { client }: Settings,
  { body, header, at }: Callback,
  secret: string,
): Promise<Change | undefined> {
  const signature = header('stripe-signature')
  if (!signature) return undefined
  const stripe = await client()
  let event: Stripe.Event
  try {
    const { webhooks } = stripe
    event = await webhooks.constructEventAsync(body, signature, secret, TOLERANCE_SECONDS, undefined, at * 1000)
  } catch {
    return undefined
  }
  return { changed: (await orderOfEvent(stripe, event)) ?? '' }
}

/** Sessions name their order; refunds and disputes name a payment, whose metadata does. */
async function orderOfEvent(stripe: Stripe, event: Stripe.Event): Promise<string | undefined> {
  if (!EVENTS.includes(event.type)) return undefined
  const subject = event.data.object as {
    object: string
    client_reference_id?: string | null
    payment_intent?: string | { id: string } | null
  }
  if (subject.object === 'checkout.session') return subject.client_reference_id ?? undefined
  const payment = idOf(subject.payment_intent)
  if (!payment) return undefined
  const { metadata } = await askStripe(() => stripe.paymentIntents.retrieve(payment))
  return metadata.order
}

/** Reads a session, and the refunds and disputes of its payment once it is paid. */
async function querySession({ client }: Settings, { tradeNo, session: id }: QueriedOrder): Promise<OrderAnswer> {
  if (id === '') return { kind: 'unknown' }
  const stripe = await client()
  const found = await askStripe(() => stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })).catch(
    (error) => {
      if (error instanceof GatewayRefusal) return undefined
      throw error
    },
  )
  if (!found) return { kind: 'unknown' }
  if (found.client_reference_id !== tradeNo) throw new GatewayError('the gateway answered with another order')
  const payment = idOf(found.payment_intent)
  const { amount_total: total, currency } = found
  if (found.payment_status !== 'paid') return { kind: isOver(found) ? 'ended' : 'unpaid' }
  if (!payment || total === null || !currency) throw new GatewayError('the session has no payment or amount')
  const code = currency.toUpperCase()
  const cents = fromSmallestUnits(total, code)
  const claims = await listClaims(stripe, payment)
  return { kind: 'paid', payment: { tradeNo, gatewayTradeNo: payment, cents, currency: code }, claims }
}

/** A bank debit that failed leaves a completed session whose payment waits for another method, which none can give. */
function isOver({ status, payment_intent: payment }: Stripe.Checkout.Session): boolean {
  if (status === 'expired') return true
  if (status !== 'complete' || typeof payment !== 'object' || payment === null) return false
  return payment.status === 'requires_payment_method' || payment.status === 'canceled'
}

async function listClaims(stripe: Stripe, payment: string): Promise<ReportedClaim[]> {
  const query = { payment_intent: payment, limit: PAGE }
  const [refunds, disputes] = await askStripe(() =>
    Promise.all([
      stripe.refunds.list(query).autoPagingToArray({ limit: MAX_EVENTS }),
      stripe.disputes.list(query).autoPagingToArray({ limit: MAX_EVENTS }),
    ]),
  )
  return [...refunds.map(claimOfRefund), ...disputes.map(claimOfDispute)]
}

/** A refund that was requested here has its number in the metadata. */
function claimOfRefund({ id, amount, currency, status, metadata }: Stripe.Refund): ReportedClaim {
  const state = status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
  const cents = fromSmallestUnits(amount, currency.toUpperCase())
  return { kind: 'refund', reference: metadata?.refund ?? id, cents, state, version: REFUND_VERSIONS[state] }
}

const DISPUTE_RANKS: Partial<Record<ClaimState, number>> = { inquiry: 0, open: 1, lost: 2, won: 3 }

/** Each withdrawal and reinstatement adds a transaction, so a later report has a larger version. */
function claimOfDispute({ id, amount, currency, status, balance_transactions: moves }: Stripe.Dispute): ReportedClaim {
  const state = disputeState(status)
  const cents = fromSmallestUnits(amount, currency.toUpperCase())
  const version = 10 * moves.length + (DISPUTE_RANKS[state] ?? 0)
  return { kind: 'dispute', reference: id, cents, state, version }
}

function disputeState(status: string): ClaimState {
  if (status === 'lost') return 'lost'
  if (status === 'won' || status === 'prevented' || status === 'warning_closed') return 'won'
  return status.startsWith('warning_') ? 'inquiry' : 'open'
}

async function refund({ client }: Settings, { gatewayTradeNo, reference, cents, currency, tradeNo }: RefundRequest) {
  const stripe = await client()
  const made = await askStripe(() =>
    stripe.refunds.create(
      {
        payment_intent: gatewayTradeNo,
        amount: toSmallestUnits(cents, currency),
        metadata: { order: tradeNo, refund: reference },
      },
      { idempotencyKey: `refund-${reference}` },
    ),
  )
  return claimOfRefund(made)
}

/** Stripe keeps events for 30 days. */
async function listChanged({ client }: Settings, since: number): Promise<string[]> {
  const stripe = await client()
  const events = await askStripe(() =>
    stripe.events
      .list({ types: EVENTS, created: { gte: since }, limit: PAGE })
      .autoPagingToArray({ limit: MAX_EVENTS }),
  )
  const orders = new Set<string>()
  for (const event of events) {
    const order = await orderOfEvent(stripe, event)
    if (order) orders.add(order)
  }
  return [...orders]
}

/** Lists what the key must be allowed to make; restricted keys may not read much else. */
async function testKey({ client }: Settings) {
  const stripe = await client()
  try {
    await askStripe(() => stripe.checkout.sessions.list({ limit: 1 }))
    return { known: true, said: '' }
  } catch (error) {
    if (error instanceof GatewayError && error.message.startsWith('Stripe does not accept')) {
      return { known: false, said: error.message }
    }
    throw error
  }
}

const idOf = (field: string | { id: string } | null | undefined): string | undefined =>
  typeof field === 'string' ? field : field?.id
