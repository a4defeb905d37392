import { type Listening, listen } from '#test/harness/listening.ts'
import { type Form, readForm, textAt, textsAt } from './form.ts'
import {
  ApiFault,
  badRequest,
  type Dispute,
  type Intent,
  missing,
  type Refund,
  type Session,
  type StripeEvent,
} from './objects.ts'
import { signatureHeader } from './sign.ts'

export type { StripeEvent } from './objects.ts'

export interface FakeStripe {
  /** The base address of its API. */
  url: string
  key: string
  webhookSecret: string
  sessions: Map<string, Session>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** Everything that happened, oldest first. */
  events: StripeEvent[]
  /** Requests to the API: method and path. */
  requests: string[]
  /** While set, every answer of the API is this status; `lost` = the request is carried out, and the answer is lost. */
  failing: { status: number | undefined; lost: boolean }
  /** What the next refunds become. */
  refundsBecome: { status: Refund['status'] }
  /** The session of an order of the merchant. */
  sessionOf(order: string): Session
  /** The payer pays by card, or starts a bank debit, which ends later. */
  pay(order: string): StripeEvent
  debit(order: string): StripeEvent
  endDebit(order: string, succeeds: boolean): StripeEvent
  expire(order: string): StripeEvent
  /** Somebody refunds in Stripe's dashboard. */
  refundInDashboard(order: string, amount: number): StripeEvent
  /** A refund that was pending ends. */
  endRefund(id: string, status: 'succeeded' | 'failed'): StripeEvent
  /** A dispute is opened (its money is withdrawn), or only asked about. */
  dispute(order: string, amount?: number, status?: string): StripeEvent
  /** The dispute of an order goes on; money moves as its status says. */
  moveDispute(order: string, status: string): StripeEvent
  /** The header for a body. */
  sign(body: string, at?: number, secrets?: readonly string[]): string
  /** Delivers an event to the merchant; the response. */
  send(event: StripeEvent, at?: number): Promise<Response>
  stop(): Promise<void>
}

export interface FakeStripeOptions {
  /** The address of the webhook endpoint. */
  endpoint: () => string
  deliver?: (url: string, init: RequestInit) => Promise<Response>
  /** Whether a browser's payment is reported by itself. */
  reports?: boolean
}

const API_VERSION = '2026-10-28.endive'
const WHOLE = ['jpy', 'krw', 'clp', 'vnd', 'pyg']
const THOUSANDTHS = ['kwd', 'bhd', 'jod', 'omr', 'tnd']

/** Starts an API of Stripe's that checks requests as strictly, signs as Stripe signs, and has a page to pay on. */
export function startFakeStripe({ endpoint, deliver = fetch, reports = false }: FakeStripeOptions): FakeStripe {
  const key = 'sk_test_fakeKeyOfTheMerchant'
  const webhookSecret = 'whsec_fakeSecretOfTheEndpoint'
  const sessions = new Map<string, Session>()
  const intents = new Map<string, Intent>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const events: StripeEvent[] = []
  const requests: string[] = []
  const failing: FakeStripe['failing'] = { status: undefined, lost: false }
  const refundsBecome: FakeStripe['refundsBecome'] = { status: 'succeeded' }
  /** By idempotency key: the request, and its answer. */
  const kept = new Map<string, { request: string; answer: Promise<{ status: number; body: object }> }>()
  let serial = 0
  const idOf = (prefix: string) => `${prefix}_fake${Date.now().toString(36)}${++serial}`
  const now = () => Math.floor(Date.now() / 1000)

  const server: Listening = listen(async (request) => {
    const url = new URL(request.url)
    if (url.pathname.startsWith('/pay/')) return payPage(request, url.pathname.slice('/pay/'.length))
    requests.push(`${request.method} ${url.pathname}`)
    if (failing.status !== undefined) return Response.json({ error: { type: 'api_error' } }, { status: failing.status })
    const { status, body } = await answerOf(request, url)
    if (failing.lost) return Response.json({ error: { type: 'api_error' } }, { status: 500 })
    return Response.json(body, { status, headers: { 'Request-Id': idOf('req') } })
  })

  async function answerOf(request: Request, url: URL): Promise<{ status: number; body: object }> {
    const text = await request.text()
    const given = request.headers.get('authorization') ?? ''
    if (given !== `Bearer ${key}`) {
      const message = `Invalid API Key provided: ${given.slice('Bearer '.length)}`
      return faultBody(new ApiFault(401, 'invalid_request_error', message))
    }
    const run = async () => {
      try {
        return { status: 200, body: route(request.method, url, readForm(text)) }
      } catch (error) {
        if (error instanceof ApiFault) return faultBody(error)
        throw error
      }
    }
    const idempotency = request.headers.get('idempotency-key')
    if (request.method !== 'POST' || !idempotency) return run()
    const asked = `${url.pathname} ${text}`
    const before = kept.get(idempotency)
    if (before && before.request !== asked) {
      const message =
        'Keys for idempotent requests can only be used with the same parameters they were first used with.'
      return faultBody(new ApiFault(400, 'idempotency_error', message))
    }
    if (before) return before.answer
    const answer = run()
    kept.set(idempotency, { request: asked, answer })
    return answer
  }

  const faultBody = ({ status, type, message, code, param }: ApiFault) => ({
    status,
    body: { error: { type, message, code, param } },
  })

  function route(method: string, url: URL, form: Form): object {
    const [, version, ...path] = url.pathname.split('/')
    if (version !== 'v1') throw new ApiFault(404, 'invalid_request_error', `Unrecognized request URL (${method}).`)
    const place = `${method} ${path.join('/')}`
    if (place === 'POST checkout/sessions') return createSession(form)
    if (place === 'GET checkout/sessions') return page([...sessions.values()], url)
    if (place.startsWith('GET checkout/sessions/')) return readSession(path[2] ?? '', url)
    if (place.startsWith('GET payment_intents/')) return found(intents, 'payment_intent', path[1] ?? '')
    if (place === 'POST refunds') return createRefund(form)
    const payment = url.searchParams.get('payment_intent')
    const ofPayment = <T extends Refund | Dispute>(all: Map<string, T>) =>
      [...all.values()].filter(({ payment_intent }) => payment === null || payment_intent === payment)
    if (place === 'GET refunds') return page(ofPayment(refunds), url)
    if (place === 'GET disputes') return page(ofPayment(disputes), url)
    if (place === 'GET events') return page(listEvents(url), url)
    throw new ApiFault(404, 'invalid_request_error', `Unrecognized request URL (${place}).`)
  }

  /** Newest first, with a cursor, as all of Stripe's lists. */
  function page(all: readonly { id: string }[], url: URL): object {
    const newest = all.toReversed()
    const after = url.searchParams.get('starting_after')
    const from = after === null ? 0 : newest.findIndex(({ id }) => id === after) + 1
    const limit = Number(url.searchParams.get('limit') ?? 10)
    if (limit < 1 || limit > 100) throw badRequest('Invalid limit', 'parameter_invalid_integer', 'limit')
    const data = newest.slice(from, from + limit)
    return { object: 'list', url: url.pathname, data, has_more: from + limit < newest.length }
  }

  function listEvents(url: URL): StripeEvent[] {
    const types = [...url.searchParams].flatMap(([name, value]) => (name.startsWith('types[') ? [value] : []))
    const since = Number(url.searchParams.get('created[gte]') ?? 0)
    return events.filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
  }

  function found<T>(all: Map<string, T>, what: string, id: string): T {
    const one = all.get(id)
    if (!one) throw missing(what, id)
    return one
  }

  function createSession(form: Form): Session {
    const price = (name: string) => textAt(form, 'line_items', '0', 'price_data', name)
    const currency = price('currency')
    const amount = Number(price('unit_amount')) * Number(textAt(form, 'line_items', '0', 'quantity'))
    if (textAt(form, 'mode') !== 'payment') throw badRequest('Invalid mode', 'parameter_invalid', 'mode')
    if (!/^[a-z]{3}$/.test(currency)) throw badRequest(`Invalid currency: ${currency}`, undefined, 'currency')
    if (!Number.isInteger(amount)) throw badRequest('Invalid integer', 'parameter_invalid_integer', 'unit_amount')
    if (THOUSANDTHS.includes(currency) && amount % 10 !== 0)
      throw badRequest('Invalid amount', undefined, 'unit_amount')
    if (amount < (WHOLE.includes(currency) ? 50 : THOUSANDTHS.includes(currency) ? 500 : 50)) {
      throw badRequest('The Checkout Session total amount due is too small', 'amount_too_small')
    }
    if (textAt(form, 'line_items', '0', 'price_data', 'product_data', 'name') === '') throw badRequest('No name')
    for (const name of ['success_url', 'cancel_url']) {
      if (!URL.canParse(textAt(form, name))) throw badRequest('Not a valid URL', 'url_invalid', name)
    }
    const id = idOf('cs_test')
    const session: Session = {
      id,
      object: 'checkout.session',
      amount_total: amount,
      currency,
      client_reference_id: textAt(form, 'client_reference_id'),
      metadata: textsAt(form, 'metadata'),
      payment_intent: null,
      payment_status: 'unpaid',
      status: 'open',
      success_url: textAt(form, 'success_url'),
      url: `${server.url}/pay/${id}`,
      intent_metadata: textsAt(form, 'payment_intent_data', 'metadata'),
    }
    sessions.set(id, session)
    return session
  }

  function readSession(id: string, url: URL): object {
    const session = found(sessions, 'checkout.session', id)
    const isExpanded = [...url.searchParams].some(
      ([name, value]) => name.startsWith('expand') && value === 'payment_intent',
    )
    const intent = session.payment_intent && intents.get(session.payment_intent)
    return { ...session, ...(isExpanded && intent && { payment_intent: intent }) }
  }

  function createRefund(form: Form): Refund {
    const intent = found(intents, 'payment_intent', textAt(form, 'payment_intent'))
    const amount = textAt(form, 'amount')
    return addRefund(
      intent,
      amount === '' ? intent.amount : Number(amount),
      textsAt(form, 'metadata'),
      refundsBecome.status,
    )
  }

  function addRefund(
    intent: Intent,
    amount: number,
    metadata: Record<string, string>,
    status: Refund['status'],
  ): Refund {
    if (intent.status !== 'succeeded')
      throw badRequest('This PaymentIntent does not have a successful charge to refund.')
    const ofIntent = [...refunds.values()].filter(({ payment_intent }) => payment_intent === intent.id)
    const returned = ofIntent.reduce((sum, one) => sum + (isHeld(one) ? one.amount : 0), 0)
    if (returned === intent.amount) throw badRequest('Charge has already been refunded.', 'charge_already_refunded')
    if (!(amount > 0) || !Number.isInteger(amount))
      throw badRequest('Invalid integer', 'parameter_invalid_integer', 'amount')
    if (returned + amount > intent.amount) {
      throw badRequest('Refund amount is greater than unrefunded amount on charge', 'amount_too_large', 'amount')
    }
    const isDisputed = [...disputes.values()].some(
      ({ payment_intent, status: is }) => payment_intent === intent.id && /needs_response|under_review|lost/.test(is),
    )
    if (isDisputed) throw badRequest('The charge is disputed.', 'charge_disputed')
    const id = idOf('re')
    const made = { id, amount, currency: intent.currency, payment_intent: intent.id, metadata, status, created: now() }
    const refund: Refund = { ...made, object: 'refund' }
    refunds.set(id, refund)
    happen('refund.created', refund)
    happen('charge.refunded', {
      id: idOf('ch'),
      object: 'charge',
      payment_intent: intent.id,
      metadata: intent.metadata,
    })
    return refund
  }

  const isHeld = ({ status }: Refund) => status === 'pending' || status === 'succeeded'

  /** Events keep their object as it is now. */
  function happen(type: string, object: object): StripeEvent {
    const event: StripeEvent = {
      id: idOf('evt'),
      object: 'event',
      type,
      created: now(),
      livemode: false,
      api_version: API_VERSION,
      data: { object: structuredClone(object) as Record<string, unknown> },
    }
    events.push(event)
    return event
  }

  function sessionOf(order: string): Session {
    const session = [...sessions.values()].find(({ client_reference_id }) => client_reference_id === order)
    if (!session) throw new Error(`Stripe has no session of order ${order}`)
    return session
  }
  function intentOf(order: string): Intent {
    const id = sessionOf(order).payment_intent
    const intent = id && intents.get(id)
    if (!intent) throw new Error(`order ${order} has no payment`)
    return intent
  }

  function complete(order: string, status: Intent['status']): StripeEvent {
    const session = sessionOf(order)
    if (session.status !== 'open') throw new Error(`the session of ${order} is ${session.status}`)
    const id = idOf('pi')
    const { amount_total: amount, currency, intent_metadata: metadata } = session
    intents.set(id, { id, object: 'payment_intent', amount, currency, metadata, status })
    const paid = status === 'succeeded'
    Object.assign(session, {
      status: 'complete',
      payment_intent: id,
      url: null,
      payment_status: paid ? 'paid' : 'unpaid',
    })
    return happen('checkout.session.completed', session)
  }

  function endDebit(order: string, succeeds: boolean): StripeEvent {
    const session = sessionOf(order)
    intentOf(order).status = succeeds ? 'succeeded' : 'requires_payment_method'
    if (succeeds) session.payment_status = 'paid'
    return happen(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  function dispute(order: string, amount?: number, status = 'needs_response'): StripeEvent {
    const intent = intentOf(order)
    const id = idOf('du')
    const made = { id, amount: amount ?? intent.amount, currency: intent.currency, payment_intent: intent.id, status }
    const one: Dispute = { ...made, object: 'dispute', metadata: {}, balance_transactions: [], created: now() }
    disputes.set(id, one)
    const event = happen('charge.dispute.created', one)
    withdraw(one)
    return event
  }

  /** Moves the money that the status asks for. */
  function withdraw(one: Dispute): void {
    const out = one.balance_transactions.reduce((sum, { amount }) => sum + amount, 0) < 0
    const isWithheld = !one.status.startsWith('warning_') && one.status !== 'won'
    if (out === isWithheld) return
    one.balance_transactions.push({ id: idOf('txn'), amount: isWithheld ? -one.amount : one.amount })
    happen(`charge.dispute.funds_${isWithheld ? 'withdrawn' : 'reinstated'}`, one)
  }

  function moveDispute(order: string, status: string): StripeEvent {
    const intent = intentOf(order)
    const one = [...disputes.values()].find(({ payment_intent }) => payment_intent === intent.id)
    if (!one) throw new Error(`order ${order} has no dispute`)
    one.status = status
    withdraw(one)
    const isOver = status === 'won' || status === 'lost' || status === 'warning_closed'
    return happen(`charge.dispute.${isOver ? 'closed' : 'updated'}`, one)
  }

  const sign: FakeStripe['sign'] = (body, at, secrets = [webhookSecret]) => signatureHeader(secrets, body, at)
  const send: FakeStripe['send'] = (event, at) => {
    const body = JSON.stringify(event, null, 2)
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': sign(body, at) }
    return deliver(endpoint(), { method: 'POST', headers, body })
  }

  /** The hosted page. */
  async function payPage(request: Request, id: string): Promise<Response> {
    const session = found(sessions, 'checkout.session', id)
    if (request.method === 'POST') {
      const event = complete(session.client_reference_id, 'succeeded')
      if (reports) await send(event)
      return new Response(null, { status: 303, headers: { Location: session.success_url } })
    }
    const amount = `${session.amount_total} ${session.currency}`
    const html = `<h1>Checkout ${amount}</h1><form method="post"><button>Pay</button></form>`
    return new Response(html, { headers: { 'Content-Type': 'text/html' } })
  }

  return {
    url: server.url,
    key,
    webhookSecret,
    sessions,
    refunds,
    disputes,
    events,
    requests,
    failing,
    refundsBecome,
    sessionOf,
    pay: (order) => complete(order, 'succeeded'),
    debit: (order) => complete(order, 'processing'),
    endDebit,
    expire(order) {
      const session = sessionOf(order)
      Object.assign(session, { status: 'expired', url: null })
      return happen('checkout.session.expired', session)
    },
    refundInDashboard(order, amount) {
      const refund = addRefund(intentOf(order), amount, {}, 'succeeded')
      return happen('refund.updated', refund)
    },
    endRefund(id, status) {
      const refund = found(refunds, 'refund', id)
      refund.status = status
      return happen(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    },
    dispute,
    moveDispute,
    sign,
    send,
    stop: () => server.stop(),
  }
}
