import { sql } from 'kysely'
import type { Queryable } from '../../../platform/store/database.ts'

/** Counts all charged calls, and sums their cost, on all nodes together. */
export function chargedTotals(db: Queryable): Promise<{ calls: number; quota: number }> {
  return db
    .selectFrom('users')
    .select([
      sql<number>`coalesce(sum(request_count), 0)`.as('calls'),
      sql<number>`coalesce(sum(used_quota), 0)`.as('quota'),
    ])
    .executeTakeFirstOrThrow()
}

/** Counts the channels of each status. */
export function channelsByStatus(db: Queryable): Promise<{ status: number; count: number }[]> {
  return db
    .selectFrom('channels')
    .groupBy('status')
    .select(['status', sql<number>`count(*)`.as('count')])
    .execute()
}
