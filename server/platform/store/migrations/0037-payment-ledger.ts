import { type Migration, sql } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** Refunds and disputes of payments, and the ledger of what payments gave to wallets. */
export const paymentLedger = (engine: Engine): Migration => ({
  async up(db) {
    const { schema } = db
    await schema.alterTable('top_ups').addColumn('gateway_session', 'text', textColumn).execute()
    for (const name of ['returned_cents', 'returned_quota', 'frozen_cents', 'frozen_quota']) {
      await schema.alterTable('top_ups').addColumn(name, 'bigint', zero).execute()
    }
    await tableWithId(schema, engine, 'payment_claims')
      .addColumn('order_id', 'bigint', required)
      .addColumn('kind', 'text', required)
      .addColumn('reference', 'text', required)
      .addColumn('cents', 'bigint', required)
      .addColumn('state', 'text', required)
      .addColumn('version', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addUniqueConstraint('payment_claims_once', ['order_id', 'kind', 'reference'])
      .execute()
    await tableWithId(schema, engine, 'payment_entries')
      .addColumn('order_id', 'bigint', required)
      .addColumn('user_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('kind', 'text', required)
      .addColumn('reference', 'text', textColumn)
      .addColumn('version', 'bigint', zero)
      .addColumn('cents', 'bigint', required)
      .addColumn('quota', 'bigint', required)
      .addColumn('frozen', 'bigint', zero)
      .addUniqueConstraint('payment_entries_once', ['order_id', 'kind', 'reference', 'version'])
      .execute()
    await createIndexes(schema, 'payment_entries', ['user_id'])
    await createIndexes(schema, 'top_ups', ['gateway_session'])
    await addFormerPayments(db)
  },
})

/** Orders that were paid or refunded before get the lines that they would have today. */
async function addFormerPayments(db: Parameters<Migration['up']>[0]): Promise<void> {
  const cents = sql`cast(round(cast(money * 100 as numeric)) as bigint)`
  await sql`insert into payment_entries (order_id, user_id, created_at, kind, reference, cents, quota)
    select id, user_id, complete_time, 'payment', coalesce(gateway_trade_no, ''), ${cents}, quota
    from top_ups where status in ('success', 'refunded')`.execute(db)
  await sql`insert into payment_claims (order_id, kind, reference, cents, state, version, created_at)
    select id, 'refund', 'by-hand', ${cents}, 'done', 2, complete_time
    from top_ups where status = 'refunded'`.execute(db)
  await sql`insert into payment_entries (order_id, user_id, created_at, kind, reference, version, cents, quota)
    select id, user_id, complete_time, 'refund_done', 'by-hand', 2, -${cents}, -quota
    from top_ups where status = 'refunded'`.execute(db)
  await sql`update top_ups set returned_quota = quota, returned_cents = ${cents} where status = 'refunded'`.execute(db)
}
