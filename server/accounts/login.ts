import type { User } from '#contract/api/users.ts'
import type { Context } from '../http/context.ts'
import { requestedLanguage } from '../http/language.ts'
import type { Services } from '../services.ts'
import { sessionSecret, setSessionCookie } from '../sessions/session.ts'
import { beginSession, endSession } from '../sessions/sessions.ts'
import { rememberDevice } from './known-devices.ts'
import { presentUser, type UserWithBalance } from './present.ts'

/**
 * Starts a session for a user whose identity is proven. It replaces the browser's former session, and the device is
 * remembered. Stores the browser's language when the user has none. Returns the user as the reply.
 */
export async function loginUser(c: Context, { store: { db }, vault }: Services, user: UserWithBalance): Promise<User> {
  const former = sessionSecret(c)
  if (former) await endSession(db, former)
  const userAgent = c.req.header('user-agent') ?? ''
  setSessionCookie(c, await beginSession(db, { userId: user.id, ip: c.var.origin.ip, userAgent }))
  rememberDevice(c, vault, user.id)
  const language = user.language || (requestedLanguage(c.req.header('accept-language')) ?? '')
  if (language !== user.language) {
    await db.updateTable('users').set({ language }).where('id', '=', user.id).where('language', '=', '').execute()
  }
  return presentUser({ ...user, language })
}
