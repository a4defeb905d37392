import type { Language } from '#contract/errors.ts'
import { TOKEN_STATUS, USER_STATUS } from '#contract/statuses.ts'
import { hasOwnSinks } from '../../people/notices/queries.ts'
import type { Database } from '../../platform/store/database.ts'

/** A token whose owner is to be told that it expires. */
export interface ExpiringToken {
  id: number
  name: string
  expired_time: number
  expiry_told_of: number
  expiry_told_left: number
  user_id: number
  email: string
  /** "" = unknown. */
  language: Language | ''
}

/**
 * Lists working tokens that expire within one of the steps and whose owners do not know it since that step. `steps` in
 * seconds before the expiry, rising; the smallest that has begun counts.
 */
export function listExpiring(
  db: Database,
  { now, steps, limit, canMail }: { now: number; steps: readonly number[]; limit: number; canMail: boolean },
): Promise<ExpiringToken[]> {
  const last = steps.at(-1) ?? 0
  return db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'tokens.name', 'tokens.expired_time', 'expiry_told_of', 'expiry_told_left', 'user_id'])
    .select(['users.email', 'users.language'])
    .where('tokens.expired_time', '>', now)
    .where('tokens.expired_time', '<=', now + last)
    .where('tokens.status', '=', TOKEN_STATUS.enabled)
    .where('tokens.deleted_at', 'is', null)
    .where('users.expiry_mails', '=', 1)
    .where(({ or, eb }) => or([...(canMail ? [eb('users.email', '!=', '')] : []), hasOwnSinks()]))
    .where('users.status', '=', USER_STATUS.enabled)
    .where('users.deleted_at', 'is', null)
    .where(({ or, and, eb, ref }) =>
      or([
        eb('expiry_told_of', '!=', ref('tokens.expired_time')),
        ...steps.map((step, index) =>
          and([
            eb('tokens.expired_time', '<=', now + step),
            eb('tokens.expired_time', '>', now + (steps[index - 1] ?? 0)),
            eb('expiry_told_left', '>', step),
          ]),
        ),
      ]),
    )
    .orderBy('user_id')
    .orderBy('tokens.id')
    .limit(limit)
    .execute()
}

/** Marks that the owner of a token knows of its expiry. false = the token or its mark has changed meanwhile. */
export async function markTold(
  db: Database,
  { id, expired_time, expiry_told_of, expiry_told_left }: ExpiringToken,
  mark: Pick<ExpiringToken, 'expiry_told_of' | 'expiry_told_left'>,
): Promise<boolean> {
  const marked = await db
    .updateTable('tokens')
    .set({ expiry_told_of: mark.expiry_told_of, expiry_told_left: mark.expiry_told_left })
    .where('id', '=', id)
    .where('expired_time', '=', expired_time)
    .where('expiry_told_of', '=', expiry_told_of)
    .where('expiry_told_left', '=', expiry_told_left)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}
