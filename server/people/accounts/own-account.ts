import { ROLE } from '#contract/roles.ts'
import type { Scope } from '#contract/scopes.ts'
import type { UserFacts } from '../../calls/registry/callers.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { randomText } from '../../platform/http/request-id.ts'
import type { Platform } from '../../platform/platform.ts'
import { endAccess } from '../sessions/sessions.ts'

const ACCESS_TOKEN_LENGTH = 32

/**
 * Creates a user's system access token of a scope, replacing the former one. Only its HMAC is stored, so the token is returned
 * just once.
 */
export async function renewAccessToken({ store, vault }: Platform, userId: number, scope: Scope): Promise<string> {
  const token = randomText(ACCESS_TOKEN_LENGTH)
  await store.db
    .updateTable('users')
    .set({ access_token: vault.hash(token), access_token_scope: scope })
    .where('id', '=', userId)
    .execute()
  return token
}

/**
 * Deletes the own account: the row stays, marked, so that the books still add up and the name stays taken. Sessions,
 * the access token and all tokens are dead when this returns. Throws own_root_not_deletable.
 */
export async function deleteAccount({ store, bus }: Platform, user: UserFacts): Promise<void> {
  if (user.role === ROLE.root) throw new ApiError('own_root_not_deletable')
  await store.db.transaction().execute(async (trx) => {
    const deletion = { deleted_at: new Date().toISOString() }
    await trx.updateTable('users').set(deletion).where('id', '=', user.id).where('deleted_at', 'is', null).execute()
    await endAccess(trx, user.id)
  })
  bus.publish({ kind: 'user', id: user.id })
}
