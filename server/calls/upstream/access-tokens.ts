import { LRUCache } from 'lru-cache'
import type { Channel } from '../../formats/providers/channel.ts'
import type { ExchangedToken, TokenExchange } from '../../formats/providers/provider.ts'
import { callService, OutgoingError } from '../../wire/egress/call-service.ts'
import { createWay } from '../../wire/http1/client/way.ts'

/** Short-lived tokens for which channels' credentials are exchanged, cached until shortly before they expire. */

interface CachedToken {
  token: string
  /** Milliseconds since the epoch. */
  until: number
}

const MAX_CACHED = 10_000
/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000
const UNAUTHORIZED = 401
const UNAVAILABLE = 503
const cache = new LRUCache<string, CachedToken>({ max: MAX_CACHED })
/** Tokens that are being fetched: concurrent calls share one. */
const fetching = new Map<string, Promise<string>>()

/** The upstream issued no token; `status` 0 = it could not be reached. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** The cache key: after a change of credential or address no old token may be used. */
const cacheKey = ({ type, baseUrl, key }: Channel) => `${type}\n${baseUrl}\n${key}`

/** Whether a failure can mean that a token was ended early. */
export const isTokenRefused = ({ kind, status }: { kind: string; status: number }) =>
  kind === 'answered' && status === UNAUTHORIZED

/**
 * Drops a token that was refused, so that the next call fetches a new one. When one token ends for many calls, the
 * first drops it and the others find its successor. `false` = no token was used.
 */
export function forgetAccessToken(channel: Channel, refused: string): boolean {
  const id = cacheKey(channel)
  if (cache.get(id)?.token === refused) cache.delete(id)
  return refused !== ''
}

/** Returns the token for a channel; synchronously when it is cached. Rejects with AccessRefused. */
export function accessToken(channel: Channel, access: TokenExchange, now = Date.now()): string | Promise<string> {
  const id = cacheKey(channel)
  const known = cache.get(id)
  if (known && known.until > now) return known.token
  const underway = fetching.get(id)
  if (underway) return underway
  const fetched = fetchToken(channel, access, now)
    .then(({ token, seconds }) => {
      cache.set(id, { token, until: now + seconds * 1000 - MARGIN_MS })
      return token
    })
    .finally(() => fetching.delete(id))
  fetching.set(id, fetched)
  return fetched
}

async function fetchToken(channel: Channel, access: TokenExchange, now: number): Promise<ExchangedToken> {
  try {
    const { url, ...call } = await access.request(channel, new Date(now))
    // Another server than the channel's: it is not asked for the channel's certificates.
    const way = channel.way?.proxy && createWay({ proxy: channel.way.proxy })
    const { status, body } = await callService(url, { ...call, way })
    const read = access.read(body)
    if ('token' in read && status < 300) return read
    // A credential refused with status 400 counts as refused as well: the request does not depend on the caller.
    const refusal = status < 300 || status === 400 ? UNAUTHORIZED : status
    const shown = 'ours' in read ? UNAVAILABLE : refusal
    throw new AccessRefused(shown, 'refused' in read ? read.refused : `status ${status}`)
  } catch (error) {
    if (error instanceof AccessRefused) throw error
    // A key that cannot be used for signing is treated like a refused one.
    const status = error instanceof OutgoingError ? 0 : 401
    throw new AccessRefused(status, error instanceof Error ? error.message : String(error))
  }
}
