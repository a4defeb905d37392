import type { Parsed, Reply } from '#contract/api/endpoint.ts'
import type { manageUser as manageEndpoint } from '#contract/api/users.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { type Author, writeAudit } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentUser } from '../accounts/present.ts'
import { endAccess } from '../sessions/sessions.ts'
import { lockUser } from './queries.ts'
import { transition } from './rules.ts'

/**
 * Changes a user's role or status, or marks the user as permanently deleted. Sessions of a banned or deleted user
 * end at once, and tokens fail with the next call. Throws an ApiError with the reason.
 */
export async function manageUser(
  { store, bus }: Platform,
  actor: UserFacts,
  by: Author,
  { id, action }: Parsed<typeof manageEndpoint>['body'],
): Promise<Reply<typeof manageEndpoint>> {
  const result = await store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, store, id)
    if (!user || user.deleted_at) throw new ApiError('user_unknown')
    const change = transition(action, actor, user)
    const columns = action === 'delete' ? { deleted_at: new Date().toISOString() } : change
    await trx.updateTable('users').set(columns).where('id', '=', id).execute()
    const { role, status } = { ...user, ...change }
    if (action === 'delete') await endAccess(trx, id)
    else if (status !== USER_STATUS.enabled) await endAccess(trx, id, { accessToken: true })
    await writeAudit(trx, by, {
      action: action === 'delete' ? 'user.delete' : 'user.update',
      target: { kind: 'user', id },
      before: { role: user.role, status: user.status },
      after: action === 'delete' ? undefined : { role, status },
    })
    return { role, status }
  })
  bus.publish({ kind: 'user', id })
  return result
}

/**
 * Removes a user, deleted or not, with sessions and tokens. Log rows and roll-ups stay, because the sums need them.
 * Throws record_not_found and user_not_deletable; root cannot be removed.
 */
export async function removeUser({ store, bus }: Platform, actor: UserFacts, by: Author, id: number): Promise<void> {
  const tokens = await store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, store, id)
    if (!user) throw new ApiError('record_not_found')
    if (actor.role <= user.role) throw new ApiError('user_not_deletable')
    await endAccess(trx, id)
    const removed = await trx.deleteFrom('tokens').where('user_id', '=', id).returning('id').execute()
    await trx.deleteFrom('users').where('id', '=', id).execute()
    await writeAudit(trx, by, { action: 'user.delete', target: { kind: 'user', id }, before: presentUser(user) })
    return removed
  })
  bus.publish({ kind: 'user', id })
  for (const token of tokens) bus.publish({ kind: 'token', id: token.id })
}
