import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Access, Endpoint } from '#contract/api/endpoint.ts'
import { ROLE } from '#contract/roles.ts'
import { isInScope, readScope, type Scope } from '#contract/scopes.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import type { Calls } from '../../calls/calls.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { replyLanguage } from '../../platform/http/language.ts'
import type { Platform } from '../../platform/platform.ts'
import { hasTokenForm, readSessionToken } from './session-token.ts'
import { findSession, findSessionById, SESSION_SECONDS, type Session } from './sessions.ts'

const COOKIE = 'session'
/** Tells a page of the family's newer consoles that asking for a token is worth while; it holds no secret. */
const HINT_COOKIE = 'new_api_has_session'
const NEEDED_ROLE: Record<Exclude<Access, 'public'>, number> = { user: ROLE.user, admin: ROLE.admin, root: ROLE.root }

/** The sender of a request; the user's role and status are current. */
export interface Identity {
  user: UserFacts
  /** What the access token may do; absent with a session. */
  scope?: Scope
  /** Absent when an access token was sent. */
  sessionId?: string
  /** The session was named by a bearer token, which no page of another site can send. */
  isBearer?: true
  /** When the user of the session last proved who they are, in unix seconds. */
  provenAt?: number
  /** The user's role needs a second factor, and there is none: the session is good for nothing but adding one. */
  lacksSecondFactor?: boolean
}

/**
 * Finds the sender by the session cookie or, without a session, by the access token in `Authorization` (with or
 * without `Bearer `), and replies in the sender's language if the request prefers none. undefined = neither is valid.
 */
export async function identify(c: Context, services: Platform & Calls): Promise<Identity | undefined> {
  const identity = await findSender(c, services)
  c.set('language', replyLanguage(c.req.header('accept-language'), identity?.user.language, c.var.language))
  return identity
}

async function findSender(c: Context, services: Platform & Calls): Promise<Identity | undefined> {
  const { store, vault } = services
  const header = c.req.header('authorization')
  if (header && hasTokenForm(header)) {
    const sid = readSessionToken(vault, header)
    const identity = sid && (await identityOf(await findSessionById(store.db, sid), services))
    return identity ? { ...identity, isBearer: true } : undefined
  }
  const secret = sessionSecret(c)
  const identity = secret && (await identityOf(await findSession(store.db, secret), services))
  if (identity) return identity
  return header ? ownerOf(header, services) : undefined
}

async function identityOf(session: Session | undefined, services: Platform & Calls): Promise<Identity | undefined> {
  const user = session && (await services.callers.userById(session.userId))
  if (!user) return undefined
  const lacksSecondFactor = needsSecondFactor(services, user) && !user.secondFactor
  return { user, sessionId: session.id, provenAt: session.provenAt, lacksSecondFactor }
}

/** Whether a user's role needs a second factor. */
export function needsSecondFactor({ options }: Pick<Platform, 'options'>, { role }: UserFacts): boolean {
  return options.values.AdminSecondFactorRequired && role >= ROLE.admin
}

/** Of a token that manages users, root is an administrator: it could make others what it is not itself. */
async function ownerOf(
  authorization: string,
  { store, vault, callers }: Platform & Calls,
): Promise<Identity | undefined> {
  const hash = vault.hash(authorization.replace(/^Bearer\s+/i, '').trim())
  const row = await store.db
    .selectFrom('users')
    .select(['id', 'access_token_scope'])
    .where('access_token', '=', hash)
    .executeTakeFirst()
  const user = row && (await callers.userById(row.id))
  if (!user) return undefined
  const scope = readScope(row.access_token_scope)
  const role = scope === 'users' ? Math.min(user.role, ROLE.admin) : user.role
  return { user: { ...user, role }, scope }
}

/** Refuses an access token whose scope a call is not in. Throws scope_too_narrow. */
export function requireScope({ scope = 'all' }: Identity, endpoint?: Endpoint): void {
  if (scope !== 'all' && !(endpoint && isInScope(scope, endpoint))) throw new ApiError('scope_too_narrow', { scope })
}

/**
 * Admits a sender or throws, with checks in the order that clients of this API family rely on: login, the
 * `New-Api-User` header (no page of another site can set it, so it also prevents forged requests), ban, role; then a
 * missing second factor, and the scope of an access token. Without an endpoint, both must be whole.
 */
export function admit(c: Context, identity: Identity | undefined, access: Access, endpoint?: Endpoint): UserFacts {
  if (!identity) {
    const header = c.req.header('authorization')
    // Whoever has a token of a session renews it at 401.
    throw new ApiError(header && !hasTokenForm(header) ? 'access_token_invalid' : 'not_logged_in')
  }
  const { user, sessionId, isBearer } = identity
  if (sessionId && !isBearer) checkUserHeader(c.req.header('New-Api-User'), user.id)
  if (user.status !== USER_STATUS.enabled) throw new ApiError('user_banned')
  requireScope(identity, endpoint)
  if (access !== 'public' && user.role < NEEDED_ROLE[access]) throw new ApiError('role_too_low')
  if (!endpoint?.beforeEnrolment) requireSecondFactor(identity)
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
  const shared = { sameSite: 'Lax', secure: c.var.origin.secure, path: '/', maxAge: SESSION_SECONDS } as const
  setCookie(c, COOKIE, secret, { ...shared, httpOnly: true })
  setCookie(c, HINT_COOKIE, '1', shared)
}

export function clearSessionCookie(c: Context): void {
  for (const name of [COOKIE, HINT_COOKIE]) deleteCookie(c, name, { path: '/', secure: c.var.origin.secure })
}
