import type { Migration } from 'kysely'
import { createIndexes, numberColumn, textColumn, zero } from './columns.ts'

/** Columns that bind a payment to its order and plan its next query, the jobs of the cluster, and reminders. */
export const orders: Migration = {
  async up({ schema }) {
    const column = (name: string) => schema.alterTable('top_ups').addColumn(name, 'text', textColumn).execute()
    const number = (name: string) => schema.alterTable('top_ups').addColumn(name, 'bigint', zero).execute()
    for (const name of ['gateway', 'method', 'currency']) await column(name)
    for (const name of ['quota', 'complete_time', 'query_count', 'next_query']) await number(name)
    await schema.alterTable('top_ups').addColumn('gateway_trade_no', 'text').execute()
    // Null until paid: both engines allow many rows without a value.
    await schema
      .createIndex('top_ups_paid_once')
      .unique()
      .on('top_ups')
      .columns(['gateway', 'gateway_trade_no'])
      .execute()
    await createIndexes(schema, 'top_ups', ['status', 'next_query'], ['create_time', 'id'])

    await schema
      .createTable('jobs')
      .addColumn('name', 'text', (name) => name.primaryKey())
      .addColumn('holder', 'text', textColumn)
      .addColumn('lease_until', 'bigint', zero)
      .addColumn('next_run', 'bigint', zero)
      .execute()

    // Set until the balance is first seen above the threshold, so that accounts that never had much are not
    // reminded.
    await schema.alterTable('users').addColumn('quota_reminded', 'integer', numberColumn(1)).execute()
  },
}
