import { login, logout, self, selfGroups, selfModels, updateSelf } from '#contract/api/session.ts'
import type { Routes } from '../http/bind.ts'
import { Failure } from '../http/failure.ts'
import { clearSessionCookie, sessionSecret, setSessionCookie } from '../http/session.ts'
import { usableGroups } from './groups.ts'
import { checkLogin } from './login.ts'
import { presentUser } from './present.ts'
import { changeProfile } from './profile.ts'
import { findUser } from './queries.ts'
import { beginSession, endSession } from './sessions.ts'

/** Logging in and out, and what users see and change of themselves. */
export function sessionRoutes(routes: Routes): void {
  routes.open(login, async ({ services, context, body }) => {
    const { ip } = context.var.origin
    const { db } = services.store
    const user = await checkLogin(services, ip, body)
    const former = sessionSecret(context)
    if (former) await endSession(db, former)
    const userAgent = context.req.header('user-agent') ?? ''
    setSessionCookie(context, await beginSession(db, { userId: user.id, ip, userAgent }))
    return presentUser(user)
  })
  routes.open(logout, async ({ services, context }) => {
    const secret = sessionSecret(context)
    if (secret) await endSession(services.store.db, secret)
    clearSessionCookie(context)
  })
  routes.guarded(self, async ({ services, actor }) => {
    const user = await findUser(services.store.db, actor.id)
    if (!user) throw new Failure('record_not_found')
    return presentUser(user)
  })
  routes.guarded(updateSelf, async ({ services, actor, identity, context, body }) =>
    changeProfile(services, identity ?? { user: actor }, context.var.origin.ip, body),
  )
  routes.guarded(selfModels, ({ services, actor }) => services.channels.models(actor.group))
  routes.guarded(selfGroups, ({ services, actor }) => usableGroups(services.options.values, actor.group))
}
