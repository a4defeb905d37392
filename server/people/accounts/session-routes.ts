import {
  login,
  logout,
  logoutByGet,
  logoutOfAccess,
  refreshAccess,
  self,
  selfGroups,
  selfModels,
  updateSelf,
  visitorGroups,
} from '#contract/api/session.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { shownLimitsOf } from '../../calls/limits/with-use.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorBody } from '../../platform/http/reply.ts'
import { hasSecondFactor } from '../second-factor/authenticator.ts'
import type { PublicCall, Routes } from '../sessions/bind.ts'
import { checkCsrf } from '../sessions/csrf-check.ts'
import { clearSessionCookie, sessionSecret } from '../sessions/session.ts'
import { createTokenBundle, readSessionToken } from '../sessions/session-token.ts'
import { endSession, endSessionById } from '../sessions/sessions.ts'
import { usableGroups } from './groups.ts'
import { loginUser } from './login.ts'
import { verifyPasswordLogin } from './password-login.ts'
import { presentUser } from './present.ts'
import { changeProfile } from './profile.ts'
import { findUser } from './queries.ts'
import { checkHuman } from './turnstile.ts'

/** Endpoints for login, logout, and users' own profile. */
export function sessionRoutes(routes: Routes): void {
  routes.open(login, async ({ services, context, query, body }) => {
    checkCsrf(context)
    await checkHuman(context, services, query.turnstile)
    return loginUser(context, services, await verifyPasswordLogin(context, services, body))
  })
  routes.open(logout, logOut)
  routes.open(logoutByGet, logOut)
  routes.open(logoutOfAccess, logOut)
  routes.open(refreshAccess, async ({ services, context, identity }) => {
    checkCsrf(context)
    const { sessionId: sid, user: sender } = identity ?? {}
    const user = sender && (await findUser(services.store.db, sender.id))
    const isOn = sender?.status === USER_STATUS.enabled
    if (!sid || !user || !isOn) return refusal(context, 401, 'login_challenge_expired', 'AUTH_REFRESH_INVALID')
    const expected = context.req.header('x-auth-session')
    if (expected && expected !== sid) return refusal(context, 409, 'login_challenge_expired', 'AUTH_SESSION_MISMATCH')
    return { user: presentUser(user), ...createTokenBundle(services.vault, sid) }
  })
  routes.guarded(self, async ({ services, actor }) => {
    const user = await findUser(services.store.db, actor.id)
    if (!user) throw new ApiError('record_not_found')
    const second_factor = await hasSecondFactor(services.store.db, actor.id)
    const shown = await shownLimitsOf('user', user, services)
    const ofGroup = services.callLimits
      .ofCaller({ user: actor, token: undefined })
      .find(({ scope }) => scope === 'group')
    const [group_limits_now] = ofGroup ? await services.callLimits.readUse([ofGroup]) : []
    const facts = { has_password: user.password !== '', second_factor, ...(group_limits_now && { group_limits_now }) }
    return { ...presentUser(user), ...shown, ...facts }
  })
  routes.guarded(updateSelf, async ({ services, actor, identity, context, body }) =>
    changeProfile(services, identity ?? { user: actor }, context.var.origin.ip, body),
  )
  routes.guarded(selfModels, ({ services, actor }) => services.channels.models(actor.group))
  routes.guarded(selfGroups, ({ services, actor }) => usableGroups(services.options.values, actor.group))
  routes.open(visitorGroups, ({ services }) => usableGroups(services.options.values, undefined))
}

/** A refusal with the status and the code that the family's consoles go by. */
const refusal = (c: Context, status: 401 | 409, why: ErrorCode, code: string): Response =>
  c.json({ ...errorBody(new ApiError(why), c.var.language), code }, status)

async function logOut({
  services,
  context,
}: PublicCall<typeof logout | typeof logoutByGet | typeof logoutOfAccess>): Promise<void> {
  checkCsrf(context)
  const secret = sessionSecret(context)
  if (secret) await endSession(services.store.db, secret)
  const sid = readSessionToken(services.vault, context.req.header('authorization') ?? '')
  if (sid) await endSessionById(services.store.db, sid)
  clearSessionCookie(context)
}
