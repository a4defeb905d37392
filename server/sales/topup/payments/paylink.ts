import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseJson } from '../../../platform/json/parse-json.ts'
import { amountOf, type Callback, centsOf, type Gateway, type NewPayment, type Notice } from './gateway.ts'

/** Largest difference in seconds between a callback's timestamp and its arrival: a copied one is of no use later. */
const TOLERANCE_SECONDS = 300
const SIGNATURE_HEADER = 'X-Switchyard-Signature'

interface Settings {
  url: string
  secret: string
  currency: string
}

/**
 * A payment page of the operator's own: a signed link leads to it, and it reports payments by signed JSON. The
 * protocol is in docs/operate/take-payments.md.
 */
export const paylink: Gateway = {
  open({ PaylinkUrl: url, PaylinkSecret: secret, PaylinkCurrency: currency, PaylinkPrice: price, PaylinkName }) {
    const settings = { url, secret, currency }
    return {
      currency,
      price,
      methodName: PaylinkName,
      refusalStatus: 400,
      createPayment: (order) => ({ kind: 'link', url: linkOf(settings, order) }),
      verifyCallback: (callback) => (isSigned(callback, secret) ? readNotice(callback.body) : undefined),
    }
  },
}

/** Fills in the template's placeholders; what it does not hold is added to its query. */
function linkOf({ url: template, secret, currency }: Settings, { tradeNo, cents, at }: NewPayment): string {
  const order = { order: tradeNo, amount: amountOf(cents), currency, timestamp: String(at) }
  const signature = hmac(secret, Object.values(order).join('\n'))
  const fields = Object.entries({ ...order, signature })
  const isHeld = ([name]: [string, string]) => template.includes(`{${name}}`)
  const filled = fields.reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, encodeURIComponent(value)),
    template,
  )
  const link = new URL(filled)
  for (const [name, value] of fields.filter((field) => !isHeld(field))) link.searchParams.append(name, value)
  return link.href
}

/** The header is `t=<unix seconds>,v1=<hex>`; the signature covers `<unix seconds>.<body>` as sent. */
function isSigned({ body, header, at }: Callback, secret: string): boolean {
  const [, time, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header(SIGNATURE_HEADER) ?? '') ?? []
  if (time === undefined || given === undefined || Math.abs(at - Number(time)) > TOLERANCE_SECONDS) return false
  return timingSafeEqual(Buffer.from(hmac(secret, `${time}.${body}`)), Buffer.from(given))
}

/** Reads `{order, amount, currency, status}`. An order has one payment, so its number is the payment's as well. */
function readNotice(body: string): Notice | undefined {
  const { order, amount, currency, status } = readObject(body)
  const cents = typeof amount === 'string' || typeof amount === 'number' ? centsOf(String(amount)) : undefined
  if (typeof order !== 'string' || order === '' || cents === undefined) return undefined
  if (typeof currency !== 'string' || typeof status !== 'string') return undefined
  return { paid: status === 'paid', payment: { tradeNo: order, gatewayTradeNo: order, cents, currency } }
}

function readObject(text: string): Record<string, unknown> {
  try {
    return Object(parseJson(text))
  } catch {
    return {}
  }
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
