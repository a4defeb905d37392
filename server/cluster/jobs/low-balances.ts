import type { Language } from '#contract/errors.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { shownBalance } from '../../money/accounting/balances.ts'
import { hasOwnSinks } from '../../people/notices/queries.ts'
import type { Database, Queryable } from '../../platform/store/database.ts'

/** A user to be reminded of a low balance. */
export interface LowBalanceUser {
  id: number
  email: string
  /** "" = unknown. */
  language: Language | ''
  /** Quota units. */
  balance: number
}

/** Clears the mark of users who are above the threshold again, so that they are reminded when falling below it. */
export async function clearRecovered(db: Database, threshold: number): Promise<void> {
  await db
    .updateTable('users')
    .set({ quota_reminded: 0 })
    .where('quota_reminded', '=', 1)
    .where(shownBalance('user'), '>=', threshold)
    .execute()
}

/** Lists active users with an address, if it can be mailed to, or with sinks of their own, who are below the threshold and have not been reminded. */
export function listUnreminded(
  db: Database,
  { threshold, limit, canMail }: { threshold: number; limit: number; canMail: boolean },
): Promise<LowBalanceUser[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .select(shownBalance('user').as('balance'))
    .where('quota_reminded', '=', 0)
    .where(shownBalance('user'), '<', threshold)
    .where(({ or, eb }) =>
      or([
        // Without a mail server nobody is marked, so that the mails are sent when there is one.
        ...(canMail ? [eb('email', '!=', '')] : []),
        hasOwnSinks(),
      ]),
    )
    .where('status', '=', USER_STATUS.enabled)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Sets or clears the mark. false = it was so already. */
export async function markReminded(db: Queryable, userId: number, reminded: boolean): Promise<boolean> {
  const marked = await db
    .updateTable('users')
    .set({ quota_reminded: Number(reminded) })
    .where('id', '=', userId)
    .where('quota_reminded', '=', Number(!reminded))
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}
