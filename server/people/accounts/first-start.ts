import { ROLE } from '#contract/roles.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { publicAddress } from '../../platform/options/server-address.ts'
import type { Platform } from '../../platform/platform.ts'
import { constantTimeEqual } from '../../platform/store/constant-time-equal.ts'
import { derivedSecret } from '../sessions/derived-secret.ts'
import { hashPassword } from './passwords.ts'
import type { UserWithBalance } from './present.ts'
import { findUser } from './queries.ts'

type Parts = Pick<Platform, 'store' | 'vault'>

/** Finds a root that has no password yet, as the first start makes it where everybody can reach the server. */
function findUnclaimedRoot({ store }: Parts) {
  return store.db
    .selectFrom('users')
    .select(['id', 'created_time'])
    .where('role', '=', ROLE.root)
    .where('password', '=', '')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()
}

/** Derived, so that every node and every start prints the same link, and nothing is stored that could be stolen. */
const tokenOf = ({ vault }: Parts, { id, created_time }: { id: number; created_time: number }) =>
  derivedSecret(vault, `first start ${id} ${created_time}`)

/** The link by which root gets its first password; undefined = root has one. */
export async function firstStartLink(services: Platform): Promise<string | undefined> {
  const root = await findUnclaimedRoot(services)
  return root && `${publicAddress(services)}/setup?token=${tokenOf(services, root)}`
}

/**
 * Gives root its first password and returns root. Of several who use the link, the first one wins. Throws
 * setup_link_invalid and too_many_requests.
 */
export async function claimRoot(
  services: Platform,
  ip: string,
  { token, password }: { token: string; password: string },
): Promise<UserWithBalance> {
  await services.limits.login(ip)
  const root = await findUnclaimedRoot(services)
  if (!root || !constantTimeEqual(token, tokenOf(services, root))) throw new ApiError('setup_link_invalid')
  const { numUpdatedRows } = await services.store.db
    .updateTable('users')
    .set({ password: await hashPassword(password, services.config.passwordCost) })
    .where('id', '=', root.id)
    .where('password', '=', '')
    .executeTakeFirstOrThrow()
  const user = numUpdatedRows === 1n ? await findUser(services.store.db, root.id) : undefined
  if (!user) throw new ApiError('setup_link_invalid')
  return user
}
