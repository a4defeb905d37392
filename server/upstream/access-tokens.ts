import { LRUCache } from 'lru-cache'
import { callService, OutgoingError } from '../egress/outgoing.ts'
import type { Access, AccessAnswer } from '../providers/provider.ts'
import type { Channel } from '../registry/channels.ts'

/** Short-lived tokens that channels' credentials buy, kept until shortly before they expire. */

interface Kept {
  token: string
  /** Milliseconds since the epoch. */
  until: number
}

const MOST = 10_000
/** A token is not used in the last minute of its life. */
const MARGIN_MS = 60_000
const UNAUTHORIZED = 401
const UNAVAILABLE = 503
const kept = new LRUCache<string, Kept>({ max: MOST })
/** Tokens that are being fetched: many calls at once need only one. */
const fetching = new Map<string, Promise<string>>()

/** An upstream that gave no token; `status` 0 = it could not be reached. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused'
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

/** A changed credential or address is another one: nothing of the old one may be used. */
const idOf = ({ type, baseUrl, key }: Channel) => `${type}\n${baseUrl}\n${key}`

/** Whether a failure can mean that a token has ended early. */
export const isTokenRefused = ({ kind, status }: { kind: string; status: number }) =>
  kind === 'answered' && status === UNAUTHORIZED

/**
 * Drops a token that was refused, so that the next call fetches a new one. Of many calls that one token ends for, the
 * first drops it: the others find its successor. `false` = no token was used.
 */
export function forgetAccessToken(channel: Channel, refused: string): boolean {
  const id = idOf(channel)
  if (kept.get(id)?.token === refused) kept.delete(id)
  return refused !== ''
}

/** The token for a channel; at once when one is kept. Rejects with AccessRefused. */
export function accessToken(channel: Channel, access: Access, now = Date.now()): string | Promise<string> {
  const id = idOf(channel)
  const known = kept.get(id)
  if (known && known.until > now) return known.token
  const underway = fetching.get(id)
  if (underway) return underway
  const fetched = fetchToken(channel, access, now)
    .then(({ token, seconds }) => {
      kept.set(id, { token, until: now + seconds * 1000 - MARGIN_MS })
      return token
    })
    .finally(() => fetching.delete(id))
  fetching.set(id, fetched)
  return fetched
}

async function fetchToken(channel: Channel, access: Access, now: number): Promise<AccessAnswer> {
  try {
    const { url, ...call } = await access.request(channel, new Date(now))
    const { status, body } = await callService(url, call)
    const read = access.read(body)
    if ('token' in read && status < 300) return read
    // A credential that is refused as a bad request is refused all the same: no caller has a part in this.
    const refusal = status < 300 || status === 400 ? UNAUTHORIZED : status
    const shown = 'ours' in read ? UNAVAILABLE : refusal
    throw new AccessRefused(shown, 'refused' in read ? read.refused : `status ${status}`)
  } catch (error) {
    if (error instanceof AccessRefused) throw error
    // A key that cannot be used to sign is as good as refused.
    const status = error instanceof OutgoingError ? 0 : 401
    throw new AccessRefused(status, error instanceof Error ? error.message : String(error))
  }
}
