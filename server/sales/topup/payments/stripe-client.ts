import type Stripe from 'stripe'
import { fetchByProxy } from '../../../wire/egress/find-way.ts'
import { GatewayError, GatewayRefusal } from './gateway.ts'

const TIMEOUT_MS = 10_000
const NETWORK_RETRIES = 2

let last: { id: string; client: Stripe } | undefined

/** Returns the client for a key. The package is loaded when it is first needed: most servers have no Stripe. */
export async function stripeClient(key: string, address: string): Promise<Stripe> {
  const id = `${address} ${key}`
  if (last?.id === id) return last.client
  const { default: Client } = await import('stripe')
  const { protocol, hostname, port } = new URL(address)
  const client = new Client(key, {
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    protocol: protocol === 'http:' ? 'http' : 'https',
    httpClient: Client.createFetchHttpClient(fetchByProxy as typeof fetch),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
  })
  last = { id, client }
  return client
}

/** Errors that Stripe gives for the request itself: the same request will be refused again. */
const REFUSALS = new Set(['StripeInvalidRequestError', 'StripeCardError'])

/** Calls Stripe; its errors become GatewayRefusal or GatewayError, whose messages hold no key. */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const { type, statusCode, message } = error as { type?: string; statusCode?: number; message?: string }
    if (type && REFUSALS.has(type) && statusCode !== 409) throw new GatewayRefusal(withoutKeys(message))
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError') {
      throw new GatewayError(`Stripe does not accept the key: ${withoutKeys(message)}`)
    }
    if (type) throw new GatewayError(`Stripe did not answer: ${type}`)
    throw error
  }
}

/** Stripe shows parts of a wrong key in its messages. */
const withoutKeys = (text = '') => text.replaceAll(/\b(?:sk|rk|pk|whsec)_[\w*]+/g, '***')
