import type { User } from '#contract/api/users.ts'
import type { Context } from '../http/context.ts'
import { sessionSecret, setSessionCookie } from '../http/session.ts'
import type { Services } from '../services.ts'
import { presentUser, type UserWithBalance } from './present.ts'
import { beginSession, endSession } from './sessions.ts'

/** Logs a user in whose identity is proven: a new session replaces the browser's former one. The user is the reply. */
export async function enter(c: Context, { store: { db } }: Services, user: UserWithBalance): Promise<User> {
  const former = sessionSecret(c)
  if (former) await endSession(db, former)
  const userAgent = c.req.header('user-agent') ?? ''
  setSessionCookie(c, await beginSession(db, { userId: user.id, ip: c.var.origin.ip, userAgent }))
  return presentUser(user)
}
