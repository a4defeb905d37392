import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Queryable } from '../../platform/store/database.ts'
import { keepChallenge, passkeySite, takeChallenge } from './passkey-challenges.ts'

/** Loaded by the first passkey: the library is large, and most sites have no passkeys at first. */
const library = () => import('@simplewebauthn/server')

/** A passkey as its owner sees it. */
export interface OwnPasskey {
  id: string
  name: string
  created_at: number
  last_used_at: number
}

export function listPasskeys(db: Queryable, userId: number): Promise<OwnPasskey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Returns what the browser needs to make a passkey for a user. Throws passkey_address. */
export async function creationOptions(c: Context, services: Platform, user: UserFacts) {
  const site = passkeySite(c, services)
  const { generateRegistrationOptions } = await library()
  const known = await passkeysOf(services.store.db, user.id, site.host)
  const options = await generateRegistrationOptions({
    rpName: services.options.values.SystemName,
    rpID: site.host,
    userName: user.username,
    userID: new TextEncoder().encode(`user ${user.id}`),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await keepChallenge(c, services, options.challenge, user.id)
  return options
}

/** Checks what the browser made and returns its row. Throws passkey_wrong. */
export async function readNewPasskey(
  c: Context,
  services: Platform,
  userId: number,
  response: RegistrationResponseJSON,
  name: string,
) {
  const site = passkeySite(c, services)
  const { verifyRegistrationResponse } = await library()
  const expectedChallenge = await takeChallenge(c, services, userId)
  const expected = { expectedChallenge, expectedOrigin: site.origin, expectedRPID: site.host }
  const { registrationInfo } = await verifyRegistrationResponse({ response, ...expected }).catch(refuse(services))
  if (!registrationInfo) throw new ApiError('passkey_wrong')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    id,
    user_id: userId,
    site: site.host,
    name,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports.join(','),
    created_at: nowInSeconds(),
  }
}

/** Returns what the browser needs to sign with a passkey: one of the user's, or with `userId` 0 any. Throws passkey_address. */
export async function requestOptions(c: Context, services: Platform, userId: number) {
  const site = passkeySite(c, services)
  const { generateAuthenticationOptions } = await library()
  const allowed = userId ? { allowCredentials: await passkeysOf(services.store.db, userId, site.host) } : {}
  const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: 'required', ...allowed })
  await keepChallenge(c, services, options.challenge, userId)
  return options
}

/**
 * Checks a signature and returns whose passkey made it. With `userId` 0 it may be anybody's. A counter that goes back
 * tells of a copied passkey, which is refused. Throws passkey_wrong and passkey_address.
 */
export async function checkPasskey(
  c: Context,
  services: Platform,
  userId: number,
  response: AuthenticationResponseJSON,
): Promise<number> {
  const { db } = services.store
  const site = passkeySite(c, services)
  const expectedChallenge = await takeChallenge(c, services, userId)
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .where('site', '=', site.host)
    .executeTakeFirst()
  if (!row || (userId !== 0 && row.user_id !== userId)) throw new ApiError('passkey_wrong')
  const { verifyAuthenticationResponse } = await library()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    credential: {
      id: row.id,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: row.counter,
    },
  }).catch(refuse(services))
  if (!verified) throw new ApiError('passkey_wrong')
  const used = { counter: authenticationInfo.newCounter, last_used_at: nowInSeconds() }
  await db.updateTable('passkeys').set(used).where('id', '=', row.id).execute()
  return row.user_id
}

/** What the library throws at goes to the log; the caller learns that it is wrong. */
const refuse = (services: Platform) => (error: unknown) => {
  services.log.warn({ error: String(error) }, 'a passkey was refused')
  throw new ApiError('passkey_wrong')
}

async function passkeysOf(db: Queryable, userId: number, site: string) {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'transports'])
    .where('user_id', '=', userId)
    .where('site', '=', site)
    .execute()
  return rows.map(({ id, transports }) => ({
    id,
    transports: transports.split(',').filter(Boolean) as AuthenticatorTransport[],
  }))
}
