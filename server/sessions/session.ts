import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Access } from '#contract/api/endpoint.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { ApiError } from '../errors/api-error.ts'
import type { Context } from '../http/context.ts'
import type { UserFacts } from '../registry/callers.ts'
import type { Services } from '../services.ts'
import { findSession, SESSION_SECONDS } from './sessions.ts'

const COOKIE = 'session'
const NEEDED_ROLE: Record<Exclude<Access, 'public'>, number> = { user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

/** The sender of a request; the user's role and status are current. */
export interface Identity {
  user: UserFacts
  /** Absent when an access token was sent. */
  sessionId?: string
  /** When the user of the session last proved who they are, in unix seconds. */
  provenAt?: number
  /** The user's role needs a second factor, and there is none: the session is good for nothing but adding one. */
  lacksSecondFactor?: boolean
}

/**
 * Finds the sender by the session cookie or, without a session, by the access token in `Authorization` (with or
 * without `Bearer `). undefined = neither is valid.
 */
export async function identify(c: Context, services: Services): Promise<Identity | undefined> {
  const secret = sessionSecret(c)
  const session = secret ? await findSession(services.store.db, secret) : undefined
  const user = session && (await services.callers.userById(session.userId))
  if (session && user) {
    const lacksSecondFactor = needsSecondFactor(services, user) && !user.secondFactor
    return { user, sessionId: session.id, provenAt: session.provenAt, lacksSecondFactor }
  }
  const header = c.req.header('authorization')
  const owner = header && (await ownerOf(header, services))
  return owner ? { user: owner } : undefined
}

/** Whether a user's role needs a second factor. */
export function needsSecondFactor({ options }: Pick<Services, 'options'>, { role }: UserFacts): boolean {
  return options.values.AdminSecondFactorRequired && role >= ROLE.admin
}

async function ownerOf(authorization: string, { store, vault, callers }: Services): Promise<UserFacts | undefined> {
  const hash = vault.hash(authorization.replace(/^Bearer\s+/i, '').trim())
  const row = await store.db.selectFrom('users').select('id').where('access_token', '=', hash).executeTakeFirst()
  return row && callers.userById(row.id)
}

/**
 * Admits a sender or throws, with checks in the order that clients of this API family rely on: login, the
 * `New-Api-User` header (no page of another site can set it, so it also prevents forged requests), ban, role; then a
 * missing second factor, unless `beforeEnrolment`.
 */
export function admit(
  c: Context,
  identity: Identity | undefined,
  access: Access,
  { beforeEnrolment = false }: { beforeEnrolment?: boolean | undefined } = {},
): UserFacts {
  if (!identity) throw new ApiError(c.req.header('authorization') ? 'access_token_invalid' : 'not_logged_in')
  const { user, sessionId } = identity
  if (sessionId) checkUserHeader(c.req.header('New-Api-User'), user.id)
  if (user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  if (access !== 'public' && user.role < NEEDED_ROLE[access]) throw new ApiError('role_too_low')
  if (!beforeEnrolment) requireSecondFactor(identity)
  return user
}

/** Refuses a session whose user must add a second factor first. Throws second_factor_missing. */
export function requireSecondFactor(identity: Identity): void {
  if (identity.lacksSecondFactor) throw new ApiError('second_factor_missing')
}

function checkUserHeader(header: string | undefined, userId: number) {
  if (!header) throw new ApiError('user_header_missing')
  if (!/^-?\d+$/.test(header)) throw new ApiError('user_header_invalid')
  if (Number(header) !== userId) throw new ApiError('user_header_mismatch')
}

/** Returns the value of the session cookie, if one was sent. */
export function sessionSecret(c: Context): string | undefined {
  return getCookie(c, COOKIE)
}

export function setSessionCookie(c: Context, secret: string): void {
  setCookie(c, COOKIE, secret, {
    httpOnly: true,
    sameSite: 'Lax',
    secure: c.var.origin.secure,
    path: '/',
    maxAge: SESSION_SECONDS,
  })
}

export function clearSessionCookie(c: Context): void {
  deleteCookie(c, COOKIE, { path: '/', secure: c.var.origin.secure })
}
