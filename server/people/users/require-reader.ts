import type { ErrorCode } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Platform } from '../../platform/platform.ts'
import { findUser } from '../accounts/queries.ts'
import { requireRank } from './rules.ts'

/** Passes for the own data, for administrators that of lower roles, and for root that of all. Throws `code` otherwise. */
export async function requireReader(
  { store }: Pick<Platform, 'store'>,
  actor: UserFacts,
  userId: number,
  code: ErrorCode,
): Promise<void> {
  if (userId === actor.id) return
  const owner = actor.role < ROLE.admin ? undefined : await findUser(store.db, userId)
  if (!owner) throw new ApiError(code)
  requireRank(actor, owner, code)
}
