import { expect } from 'bun:test'
import { sql } from 'kysely'
import { type Receipt, recompute } from '#contract/receipt.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { shownBalance } from '#server/money/accounting/balances.ts'
import { wholeRows } from '#server/money/receipts/whole-rows.ts'
import type { Store } from '#server/platform/store/database.ts'

/** What the database says of one user's money. */
export interface Books {
  /** Units charged according to the log rows. */
  charged: number
  calls: number
  /** The wallet and all outstanding leases. */
  balance: number
}

/**
 * Checks that all records of a user's money agree to the unit: rows, user, tokens (and playground), channels and
 * roll-ups, also what they cost; that what failed tasks gave back is off the counters; that every row follows from its own receipt; and that no call was charged twice.
 */
export async function expectBooksToAgree(store: Store, userId: number): Promise<Books> {
  const { db } = store
  const ofUser = db.selectFrom('logs').selectAll().where('user_id', '=', userId)
  const rows = await wholeRows(db, await ofUser.where('type', '=', LOG_TYPE.consume).execute())
  const charged = rows.reduce((sum, row) => sum + row.quota, 0)
  for (const row of rows) expect(recompute(JSON.parse(row.other) as Receipt)).toBe(row.quota)
  expect(new Set(rows.map((row) => row.request_id)).size).toBe(rows.length)

  const refunds = await refundsBy(store, 'token_id', userId)
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const net = charged - (await refundedTo(store, userId))
  expect({ used: user.used_quota, calls: user.request_count }).toEqual({ used: net, calls: rows.length })

  const sums = <T extends string>(by: (row: (typeof rows)[number]) => T) => {
    const totals = new Map<T, number>()
    for (const row of rows) totals.set(by(row), (totals.get(by(row)) ?? 0) + row.quota)
    return totals
  }
  const tokens = await db.selectFrom('tokens').select(['id', 'used_quota']).where('user_id', '=', userId).execute()
  const byToken = sums((row) => String(row.token_id))
  for (const token of tokens) {
    expect(token.used_quota).toBe((byToken.get(String(token.id)) ?? 0) - (refunds.get(token.id) ?? 0))
  }

  const rollups = await db
    .selectFrom('quota_data')
    .select([sql<number>`coalesce(sum(quota), 0)`.as('quota'), sql<number>`coalesce(sum(count), 0)`.as('count')])
    .select(sql<number>`coalesce(sum(prompt_tokens), 0)`.as('prompt'))
    .select(sql<number>`coalesce(sum(completion_tokens), 0)`.as('completion'))
    .select(sql<number>`coalesce(sum(token_used), 0)`.as('tokens'))
    .select(sql<number>`coalesce(sum(cached_tokens), 0)`.as('cached'))
    .select(sql<number>`coalesce(sum(cost - unlisted_cost), 0)`.as('cost'))
    .select(sql<number>`coalesce(sum(costed_quota - unlisted_costed_quota), 0)`.as('costed'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const prompt = rows.reduce((sum, row) => sum + row.prompt_tokens, 0)
  const completion = rows.reduce((sum, row) => sum + row.completion_tokens, 0)
  const cached = rows.reduce((sum, row) => sum + ((JSON.parse(row.other) as Receipt).usage.cacheRead ?? 0), 0)
  const used = { prompt, completion, cached, tokens: prompt + completion }
  const costed = rows.filter((row) => row.cost !== null)
  const costs = { cost: sumOf(costed, 'cost'), costed: sumOf(costed, 'quota') }
  expect(rollups).toEqual({ quota: charged, count: rows.length, ...used, ...costs })

  // One statement: units on their way between wallet and lease must not be missed or counted twice.
  const { balance } = await db
    .selectFrom('users')
    .select(shownBalance('user').as('balance'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { charged, calls: rows.length, balance }
}

const sumOf = <Name extends string>(rows: readonly { [Key in Name]: number | null }[], name: Name) =>
  rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)

/** Checks that the channels' counters are the sums of all rows. */
export async function expectChannelsToAgree(store: Store): Promise<void> {
  const channels = await store.db.selectFrom('channels').select(['id', 'used_quota']).execute()
  const rows = await store.db
    .selectFrom('logs')
    .select(['channel_id', sql<number>`sum(quota)`.as('quota')])
    .where('type', '=', LOG_TYPE.consume)
    .groupBy('channel_id')
    .execute()
  const charged = new Map(rows.map((row) => [row.channel_id, row.quota]))
  const refunds = await refundsBy(store, 'channel_id')
  for (const { id, used_quota } of channels) {
    expect(used_quota).toBe((charged.get(id) ?? 0) - (refunds.get(id) ?? 0))
  }
}

/** Units that a user was given back because tasks failed. */
export async function refundedTo(store: Store, userId: number): Promise<number> {
  return [...(await refundsBy(store, 'token_id', userId)).values()].reduce((sum, units) => sum + units, 0)
}

/** Units given back, by token or by channel. */
async function refundsBy({ db }: Store, key: 'token_id' | 'channel_id', userId?: number): Promise<Map<number, number>> {
  let query = db
    .selectFrom('quota_data')
    .groupBy(key)
    .select([key, sql<number>`sum(refunded)`.as('refunded')])
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return new Map((await query.execute()).map((row) => [row[key], row.refunded]))
}

/** Checks that each window of a budget has used what the rows that name it were charged. */
export async function expectBudgetsToAgree({ db }: Store): Promise<void> {
  const rows = await wholeRows(
    db,
    await db.selectFrom('logs').selectAll().where('type', '=', LOG_TYPE.consume).execute(),
  )
  const charged = new Map<number, number>()
  for (const row of rows)
    for (const id of (JSON.parse(row.other) as Receipt).budgets ?? [])
      charged.set(id, (charged.get(id) ?? 0) + row.quota)
  const windows = await db.selectFrom('budget_windows').select(['id', 'used']).execute()
  expect(windows.map(({ id, used }) => [id, used])).toEqual(windows.map(({ id }) => [id, charged.get(id) ?? 0]))
  expect([...charged.keys()].filter((id) => !windows.some((window) => window.id === id))).toEqual([])
}
