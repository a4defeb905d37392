import { getCookie, setCookie } from 'hono/cookie'
import type { CodeProviderId } from '#contract/login/login-providers.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import { derivedSecret } from '../sessions/derived-secret.ts'
import type { CodeProvider, LoginSecrets } from './provider.ts'

/** Ties a login to the browser that began it: nobody can be sent back from a provider into somebody else's login. */
const COOKIE = 'oauth_browser'
const STATE_SECONDS = 600
const STATE_LENGTH = 12

/** The browser that began a login, by its cookie; "" = none. */
export const browserOf = (c: Context): string => getCookie(c, COOKIE) ?? ''

/** What a login begins with. */
export interface NewState {
  /** "" = the caller builds the provider's address. */
  provider: CodeProviderId | ''
  /** Who wants to bind; 0 = somebody wants to log in. */
  userId: number
  affCode: string | undefined
}

/** Begins a login in this browser and returns its state, which works once. */
export async function beginState(c: Context, { store, vault }: Platform, beginning: NewState): Promise<string> {
  const browser = browserOf(c) || randomText(32)
  const state = randomText(STATE_LENGTH)
  const now = nowInSeconds()
  await store.db.deleteFrom('oauth_states').where('expires_at', '<=', now).execute()
  await store.db
    .insertInto('oauth_states')
    .values({
      id: vault.hash(`oauth state ${state}`),
      browser: vault.hash(`oauth browser ${browser}`),
      provider: beginning.provider,
      user_id: beginning.userId,
      aff_code: beginning.affCode ?? '',
      expires_at: now + STATE_SECONDS,
    })
    .execute()
  const { secure } = c.var.origin
  setCookie(c, COOKIE, browser, { httpOnly: true, sameSite: 'Lax', secure, path: '/api', maxAge: STATE_SECONDS })
  return state
}

/**
 * Uses a state up and returns its invite code. Throws oauth_state_invalid unless this browser got it less than ten
 * minutes ago, for this provider, and the same user (or nobody) is logged in.
 */
export async function consumeState(
  c: Context,
  { store, vault }: Platform,
  provider: { name: string; ownStart?: CodeProvider['ownStart'] | undefined },
  state: string,
  userId: number,
): Promise<{ affCode: string }> {
  const row = await store.db
    .deleteFrom('oauth_states')
    .where('id', '=', vault.hash(`oauth state ${state}`))
    .where('browser', '=', vault.hash(`oauth browser ${browserOf(c)}`))
    .where('provider', 'in', provider.ownStart ? [provider.name] : [provider.name, ''])
    .where('user_id', '=', userId)
    .where('expires_at', '>', nowInSeconds())
    .returning('aff_code')
    .executeTakeFirst()
  if (!row) throw new ApiError('oauth_state_invalid')
  return { affCode: row.aff_code }
}

/** The secrets of a state's login. */
export function secretsOf({ vault }: Pick<Platform, 'vault'>, state: string): LoginSecrets {
  return {
    state,
    verifier: derivedSecret(vault, `oauth verifier ${state}`),
    nonce: derivedSecret(vault, `oauth nonce ${state}`),
  }
}
