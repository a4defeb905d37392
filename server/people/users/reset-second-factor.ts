import type { UserFacts } from '../../calls/registry/callers.ts'
import type { Author } from '../../platform/audits/write.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditFactor } from '../accounts/own-second-factor.ts'
import { removeSecondFactors } from '../second-factor/authenticator.ts'
import { endAccess } from '../sessions/sessions.ts'
import { lockUser } from './queries.ts'
import { requireRank } from './rules.ts'

/**
 * Removes the second factors of a user who has lost them, and ends the user's sessions. Throws record_not_found,
 * user_not_editable and second_factor_none.
 */
export async function resetSecondFactor(
  { store, bus }: Platform,
  actor: UserFacts,
  by: Author & { sessionId: string | undefined },
  id: number,
): Promise<void> {
  await store.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, store, id)
    if (!user || user.deleted_at) throw new ApiError('record_not_found')
    requireRank(actor, user, 'user_not_editable')
    if (!(await removeSecondFactors(trx, id))) throw new ApiError('second_factor_none')
    await endAccess(trx, id, { session: by.sessionId, accessToken: true })
    await auditFactor(trx, by, id, 'removed')
  })
  bus.publish({ kind: 'user', id })
}
