import type { Queryable } from '../../../platform/store/database.ts'

/**
 * Adds to what counts as given to a user before this server's books began: a balance that came with the user, and what
 * imported charges have taken from it before.
 */
export async function addOpening(trx: Queryable, userId: number, quota: number): Promise<void> {
  await trx
    .insertInto('ledger_openings')
    .values({ user_id: userId, quota })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((set) => ({ quota: set('ledger_openings.quota', '+', quota) })),
    )
    .execute()
}
