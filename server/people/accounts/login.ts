import type { User } from '#contract/api/users.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { requestedLanguage } from '../../platform/http/language.ts'
import { errorBody } from '../../platform/http/reply.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasSecondFactor } from '../second-factor/authenticator.ts'
import { beginChallenge } from '../second-factor/challenges.ts'
import { sessionSecret, setSessionCookie } from '../sessions/session.ts'
import { createTokenBundle, type TokenBundle } from '../sessions/session-token.ts'
import { beginSession, endSession, sessionIdOf } from '../sessions/sessions.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'
import { tellOfNewDevice } from './new-device-mail.ts'
import { presentUser, type UserWithBalance } from './present.ts'

/** The user as the family's consoles of June 2026 read it, and the bundle of those since July. */
export type LoginReply = Omit<User, 'access_token'> & TokenBundle & { user: User }

/**
 * Goes on with the login of a user whose first step is done: asks for the second step where the user has a second
 * factor, else starts the session. Returns the reply.
 */
export async function loginUser(
  c: Context,
  services: Platform,
  user: UserWithBalance,
  { isNewAccount = false } = {},
): Promise<LoginReply | Response> {
  const { db } = services.store
  if (!(await hasSecondFactor(db, user.id))) return startSession(c, services, user, { isNewAccount })
  await beginChallenge(c, db, user.id)
  // Not thrown: the cookie would be lost.
  return c.json(errorBody(new ApiError('second_factor_needed'), c.var.language))
}

/**
 * Starts a session for a user whose identity is proven. It replaces the browser's former session, and the device is
 * remembered; of a new one the user learns by mail, unless the account is new as well. Stores the browser's language
 * when the user has none. Returns the user as the reply.
 */
export async function startSession(
  c: Context,
  services: Platform,
  user: UserWithBalance,
  { isNewAccount = false } = {},
): Promise<LoginReply> {
  const { store, vault } = services
  const { db } = store
  const former = sessionSecret(c)
  if (former) await endSession(db, former)
  const userAgent = c.req.header('user-agent') ?? ''
  const secret = await beginSession(db, { userId: user.id, ip: c.var.origin.ip, userAgent })
  setSessionCookie(c, secret)
  const isKnown = knownDevice(c, vault, user.id) !== undefined
  rememberDevice(c, vault, user.id)
  const language = user.language || (requestedLanguage(c.req.header('accept-language')) ?? '')
  if (!isKnown && !isNewAccount) {
    const at = { ip: c.var.origin.ip, userAgent }
    tellOfNewDevice(services, { userId: user.id, email: user.email, language: language || 'zh', ...at })
  }
  if (language !== user.language) {
    await db.updateTable('users').set({ language }).where('id', '=', user.id).where('language', '=', '').execute()
    services.bus.publish({ kind: 'user', id: user.id })
  }
  const shown = presentUser({ ...user, language })
  return { ...shown, ...createTokenBundle(vault, sessionIdOf(secret)), user: shown }
}
