import type { Queryable } from '../../platform/store/database.ts'
import type { UserWithBalance } from '../accounts/present.ts'
import { usersWithBalance } from '../accounts/queries.ts'

/** The user, deleted or not, whose account at a provider this is. */
export function findOwner(db: Queryable, provider: string, subject: string): Promise<UserWithBalance | undefined> {
  const owner = db
    .selectFrom('user_identities')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
  return usersWithBalance(db).where('id', '=', owner).executeTakeFirst()
}

/** Lists a user's accounts at the OpenID providers of the operator's list. */
export function listOidcAccounts(db: Queryable, userId: number): Promise<{ provider: string; account: string }[]> {
  return db
    .selectFrom('user_identities')
    .select(['provider', 'shown as account'])
    .where('user_id', '=', userId)
    .where('provider', 'like', 'oidc-%')
    .orderBy('provider')
    .execute()
}
