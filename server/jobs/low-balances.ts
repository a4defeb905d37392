import type { Language } from '#contract/errors.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { shownBalance } from '../money/balances.ts'
import type { Database } from '../store/database.ts'

/** A user who is to be told that little is left. */
export interface BalanceToTell {
  id: number
  email: string
  /** "" = not known. */
  language: Language | ''
  /** Quota units. */
  balance: number
}

/** Whoever is above the threshold again is told anew when falling below it. */
export async function forgetRecovered(db: Database, threshold: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ quota_reminded: 0 })
    .where('quota_reminded', '=', 1)
    .where(shownBalance('user'), '>=', threshold)
    .execute()
}

/** Living users with an address who have fallen below the threshold and have not been told. */
export function listFallen(db: Database, threshold: number, limit: number): Promise<BalanceToTell[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .select(shownBalance('user').as('balance'))
    .where('quota_reminded', '=', 0)
    .where(shownBalance('user'), '<', threshold)
    .where('email', '!=', '')
    .where('status', '=', USER_STATUS.enabled)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Sets or takes back the mark. false = it stood already. */
export async function markReminded(db: Database, userId: number, reminded: boolean): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ quota_reminded: Number(reminded) })
    .where('id', '=', userId)
    .where('quota_reminded', '=', Number(!reminded))
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}
