import { cors } from 'hono/cors'

/** Headers of replies that programs in browsers read: the call's id, rates, and when to try again. */
const EXPOSED = [
  'x-request-id',
  'request-id',
  'x-oneapi-request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-ratelimit-limit-requests',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-requests',
  'x-ratelimit-reset-tokens',
]
const SECONDS_OF_A_DAY = 86_400

/**
 * Browsers may call the relay with a token from any page. Without credentials: a cookie authorises no such call, and
 * no page may send one. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(','),
}

/** The same for what comes through the router. Preflights are told yes to whatever headers they ask for, for a day. */
export const openOrigin = cors({ origin: '*', exposeHeaders: EXPOSED, maxAge: SECONDS_OF_A_DAY })
