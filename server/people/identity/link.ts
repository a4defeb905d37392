import { nowInSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '../../platform/store/database.ts'
import type { Provider, ProviderAccount } from './provider.ts'

/**
 * Makes a provider's account the user's, in place of a former account at that provider. Returns false when the account
 * belongs to a user already. Needs an open transaction.
 */
export async function linkIdentity(
  trx: Queryable,
  { name }: Pick<Provider, 'name'>,
  account: Pick<ProviderAccount, 'subject' | 'shownId'>,
  userId: number,
): Promise<boolean> {
  // What a rule gave stays known, so that it ends where the new account is in no group.
  const former = await trx
    .deleteFrom('user_identities')
    .where('provider', '=', name)
    .where('user_id', '=', userId)
    .returning(['given_group', 'group_before'])
    .executeTakeFirst()
  const linked = await trx
    .insertInto('user_identities')
    .values({
      provider: name,
      subject: account.subject,
      shown: account.shownId,
      user_id: userId,
      created_at: nowInSeconds(),
      ...former,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return linked !== undefined
}
