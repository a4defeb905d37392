import { createHash, randomBytes } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'

/** Ties what is to be signed to the browser that asked for it. */
const COOKIE = 'passkey_challenge'
const SECONDS = 600
/** A host that is an address of IPv4, or of IPv6 in brackets. */
const NUMBERS = /^[\d.]+$|:/

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Stores what this browser is asked to sign; `userId` 0 = whoever owns the passkey. */
export async function keepChallenge(c: Context, { store }: Platform, challenge: string, userId: number): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const now = nowInSeconds()
  await store.db.deleteFrom('passkey_challenges').where('expires_at', '<=', now).execute()
  await store.db
    .insertInto('passkey_challenges')
    .values({ id: hashOf(secret), user_id: userId, challenge, expires_at: now + SECONDS })
    .execute()
  const { secure } = c.var.origin
  setCookie(c, COOKIE, secret, { httpOnly: true, sameSite: 'Lax', secure, path: '/api', maxAge: SECONDS })
}

/** Uses up what this browser was asked to sign for the user. Throws passkey_wrong. */
export async function takeChallenge(c: Context, { store }: Platform, userId: number): Promise<string> {
  const row = await store.db
    .deleteFrom('passkey_challenges')
    .where('id', '=', hashOf(getCookie(c, COOKIE) ?? ''))
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowInSeconds())
    .returning('challenge')
    .executeTakeFirst()
  if (!row) throw new ApiError('passkey_wrong')
  return row.challenge
}

/** The site as passkeys know it: its origin, and the host name that they are bound to. */
export interface PasskeySite {
  origin: string
  host: string
}

/**
 * Returns the site that a page belongs to. Browsers refuse passkeys on addresses without a name. Where the public
 * address is set, only pages of that host have passkeys. Throws passkey_address.
 */
export function passkeySite(c: Context, { options }: Pick<Platform, 'options'>): PasskeySite {
  const named = c.req.header('host') ?? new URL(c.req.url).host
  const url = URL.parse(`${c.var.origin.secure ? 'https' : 'http'}://${named}`)
  const { ServerAddress } = options.values
  const isForeign = ServerAddress !== '' && URL.parse(ServerAddress)?.hostname !== url?.hostname
  if (!url || isForeign || NUMBERS.test(url.hostname)) throw new ApiError('passkey_address')
  return { origin: url.origin, host: url.hostname }
}
