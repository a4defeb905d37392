import * as api from '#contract/api/account.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { beside } from '../../platform/http/reply.ts'
import type { Routes } from '../sessions/bind.ts'
import { clearSessionCookie } from '../sessions/session.ts'
import { listSessions, revokeOtherSessions, revokeSession } from '../sessions/sessions.ts'
import { inviteCodeOf, transferEarnings } from './invites.ts'
import { deleteAccount, renewAccessToken } from './own-account.ts'

/** This API family's message for a completed transfer. */
const TRANSFERRED = { zh: '划转成功', en: 'Transferred' }

/** Endpoints for users' own accounts. */
export function accountRoutes(routes: Routes): void {
  routes.guarded(api.accessToken, ({ services, actor, query }) => renewAccessToken(services, actor.id, query.scope))
  routes.guarded(api.affCode, ({ services, actor }) => inviteCodeOf(services.store.db, actor.id))
  routes.guarded(api.affTransfer, async ({ services, context, actor, body }) => {
    await transferEarnings(services, actor, body.quota)
    return beside(undefined, { message: TRANSFERRED[context.var.language] })
  })
  routes.guarded(api.deleteSelf, async ({ services, context, actor }) => {
    await deleteAccount(services, actor)
    clearSessionCookie(context)
  })
  routes.guarded(api.listSessions, async ({ services, actor, identity }) => {
    const sessions = await listSessions(services.store.db, actor.id)
    return sessions.map((session) => ({ ...session, current: session.id === identity?.sessionId }))
  })
  routes.guarded(api.revokeOtherSessions, ({ services, actor, identity }) =>
    revokeOtherSessions(services.store.db, actor.id, identity?.sessionId),
  )
  routes.guarded(api.revokeSession, async ({ services, actor, params }) => {
    if (!(await revokeSession(services.store.db, actor.id, params.id))) throw new ApiError('record_not_found')
  })
}
