import type { Queryable } from '../store/database.ts'
import type { Provider, ProviderAccount } from './provider.ts'

/**
 * Makes a provider's account the user's, in place of another one of that provider; false = it is somebody's already.
 * Needs an open transaction.
 */
export async function linkIdentity(
  trx: Queryable,
  { name, column }: Pick<Provider, 'name' | 'column'>,
  account: Pick<ProviderAccount, 'subject' | 'shownId'>,
  userId: number,
): Promise<boolean> {
  await trx.deleteFrom('user_identities').where('provider', '=', name).where('user_id', '=', userId).execute()
  const linked = await trx
    .insertInto('user_identities')
    .values({
      provider: name,
      subject: account.subject,
      user_id: userId,
      created_at: Math.floor(Date.now() / 1000),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'subject']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!linked) return false
  await trx
    .updateTable('users')
    .set({ [column]: account.shownId })
    .where('id', '=', userId)
    .execute()
  return true
}
