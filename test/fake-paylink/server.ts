import { type Listening, listen } from '#test/harness/listening.ts'

/** What the page was asked to take for an order. */
export interface PageOrder {
  order: string
  amount: string
  currency: string
}

export interface FakePaylink {
  /** What belongs into PaylinkUrl. */
  template: string
  secret: string
  /** The orders whose payers opened the page with a right signature. */
  orders: Map<string, PageOrder>
  /** Signs a callback's body; `at` is in Unix seconds. */
  sign(body: string, at?: number, secret?: string): string
  /** Sends a callback about an order to the merchant; the response. */
  report(order: string, changes?: Record<string, unknown>, at?: number): Promise<Response>
  stop(): Promise<void>
}

const NOTIFY_PATH = '/api/user/paylink/notify'

/** The signature as docs/operate/take-payments.md describes it; written apart from the server's. */
export const signOf = (secret: string, text: string) =>
  new Bun.CryptoHasher('sha256', secret).update(text).digest('hex')

/**
 * Starts a payment page of an operator, which checks the link's signature as strictly as a real one, and on which a
 * browser can pay. `merchant` is the address of the server to which it reports; `deliver` sends the reports.
 */
export function startFakePaylink(options: {
  merchant: () => string
  deliver?: (url: string, init: RequestInit) => Promise<Response>
}): FakePaylink {
  const { merchant, deliver = fetch } = options
  const secret = 'secret-of-the-payment-page'
  const orders = new Map<string, PageOrder>()

  const server: Listening = listen(async (request) => {
    const url = new URL(request.url)
    const order = url.pathname.split('/')[2] ?? ''
    if (request.method === 'POST') {
      await report(order)
      return new Response(null, { status: 303, headers: { Location: `${merchant()}/topup?order=${order}` } })
    }
    const problem = openOrder(order, url.searchParams)
    if (problem) return new Response(problem, { status: 400 })
    const page = `<h1>Pay ${orders.get(order)?.amount}</h1><form method="post"><button>Pay</button></form>`
    return new Response(page, { headers: { 'Content-Type': 'text/html' } })
  })

  function openOrder(order: string, query: URLSearchParams): string | undefined {
    const [amount = '', currency = '', timestamp = ''] = ['amount', 'currency', 'timestamp'].map((name) =>
      query.get(name),
    ) as string[]
    if (query.get('shop') !== '7') return 'another shop'
    if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return 'too old'
    if (query.get('signature') !== signOf(secret, [order, amount, currency, timestamp].join('\n'))) return 'not signed'
    if (!/^\d+\.\d{2}$/.test(amount)) return 'wrong amount'
    orders.set(order, { order, amount, currency })
    return undefined
  }

  const now = () => Math.floor(Date.now() / 1000)
  const sign: FakePaylink['sign'] = (body, at = now(), key = secret) => `t=${at},v1=${signOf(key, `${at}.${body}`)}`

  async function report(order: string, changes: Record<string, unknown> = {}, at?: number): Promise<Response> {
    const body = JSON.stringify({ ...orders.get(order), status: 'paid', ...changes })
    const headers = { 'Content-Type': 'application/json', 'X-Switchyard-Signature': sign(body, at) }
    return deliver(merchant() + NOTIFY_PATH, { method: 'POST', headers, body })
  }

  return {
    template: `${server.url}/pay/{order}?shop=7`,
    secret,
    orders,
    sign,
    report,
    stop: () => server.stop(),
  }
}
