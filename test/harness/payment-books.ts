import { expect } from 'bun:test'
import { sql } from 'kysely'
import { isPaidStatus, LOG_TYPE } from '#contract/statuses.ts'
import { userPayments } from '#server/money/watchdog/queries.ts'
import type { Store } from '#server/platform/store/database.ts'
import { centsOfOrder, outcomeOf } from '#server/sales/topup/claims/outcome.ts'

/**
 * Checks that the ledger of payments adds up for a user whose wallet only payments have changed: its lines, the log
 * rows, the orders with their refunds and disputes, and what the watchdog compares agree to the unit and the hundredth.
 * Returns what payments gave to the wallet.
 */
export async function expectPaymentsToAgree({ db }: Store, userId: number): Promise<number> {
  const lines = await db.selectFrom('payment_entries').selectAll().where('user_id', '=', userId).execute()
  const sum = (name: 'quota' | 'cents' | 'frozen', rows = lines) => rows.reduce((all, row) => all + row[name], 0)
  const logged = await db
    .selectFrom('logs')
    .select(sql<number>`coalesce(sum(quota), 0)`.as('quota'))
    .where('user_id', '=', userId)
    .where('type', 'in', [LOG_TYPE.topup, LOG_TYPE.manage])
    .executeTakeFirstOrThrow()
  expect(sum('quota')).toBe(logged.quota)
  const orders = await db.selectFrom('top_ups').selectAll().where('user_id', '=', userId).execute()
  for (const order of orders) {
    const own = lines.filter((line) => line.order_id === order.id)
    if (!isPaidStatus(order.status)) {
      expect(own).toEqual([])
      continue
    }
    const claims = await db.selectFrom('payment_claims').selectAll().where('order_id', '=', order.id).execute()
    expect(order).toMatchObject(outcomeOf(order, claims))
    expect(own.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
    const { returned_quota, frozen_quota, returned_cents, frozen_cents } = order
    expect(sum('quota', own)).toBe(order.quota - returned_quota - frozen_quota)
    expect(sum('frozen', own)).toBe(frozen_quota)
    expect(sum('cents', own)).toBe(centsOfOrder(order) - returned_cents - frozen_cents)
  }
  const [seen] = await userPayments(db, { after: userId - 1, last: userId })
  expect(seen).toMatchObject({ found: seen?.expected, found_frozen: seen?.expected_frozen })
  return sum('quota')
}
