import { cors } from 'hono/cors'

/** Response headers that programs in browsers may read: the call's id, rate limits, and the retry delay. */
const EXPOSED_HEADERS = [
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
  'anthropic-ratelimit-requests-limit',
  'anthropic-ratelimit-requests-remaining',
  'anthropic-ratelimit-requests-reset',
  'anthropic-ratelimit-tokens-limit',
  'anthropic-ratelimit-tokens-remaining',
  'anthropic-ratelimit-tokens-reset',
]
const SECONDS_OF_A_DAY = 86_400

/**
 * Browsers may call the relay with a token from any page. Credentials are not allowed: a cookie authorises no
 * relayed call, and no page may send one. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
}

/** The same for requests through the router. Preflights are allowed for all requested headers, for one day. */
export const allowAnyOrigin = cors({ origin: '*', exposeHeaders: EXPOSED_HEADERS, maxAge: SECONDS_OF_A_DAY })
