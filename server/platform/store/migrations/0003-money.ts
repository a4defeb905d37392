import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, numberColumn, required, tableWithId, textColumn, zero } from './columns.ts'

/** Leases, journal positions, redemption codes and top-up orders. */
export const money = (engine: Engine): Migration => ({
  async up({ schema }) {
    await schema
      .createTable('wallet_leases')
      .addColumn('node_id', 'text', required)
      .addColumn('owner_kind', 'text', required)
      .addColumn('owner_id', 'bigint', required)
      .addColumn('granted', 'bigint', zero)
      .addColumn('spent', 'bigint', zero)
      .addColumn('carry', 'bigint', zero)
      .addColumn('expires_at', 'bigint', required)
      .addPrimaryKeyConstraint('wallet_leases_primary', ['node_id', 'owner_kind', 'owner_id'])
      .execute()
    await createIndexes(schema, 'wallet_leases', ['owner_kind', 'owner_id'], ['expires_at'])

    await schema
      .createTable('journal_positions')
      .addColumn('node_id', 'text', (column) => column.primaryKey())
      .addColumn('segment', 'bigint', zero)
      .addColumn('offset', 'bigint', zero)
      .addColumn('floor', 'bigint', zero)
      .execute()

    await tableWithId(schema, engine, 'redemptions')
      .addColumn('user_id', 'bigint', required)
      .addColumn('key', 'text', required)
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('status', 'integer', numberColumn(1))
      .addColumn('name', 'text', textColumn)
      .addColumn('quota', 'bigint', numberColumn(100))
      .addColumn('created_time', 'bigint', zero)
      .addColumn('redeemed_time', 'bigint', zero)
      .addColumn('used_user_id', 'bigint', zero)
      .addColumn('deleted_at', 'text')
      .execute()
    await createIndexes(schema, 'redemptions', ['name'], ['used_user_id'])

    await tableWithId(schema, engine, 'top_ups')
      .addColumn('user_id', 'bigint', required)
      .addColumn('amount', 'bigint', zero)
      .addColumn('money', 'double precision', zero)
      .addColumn('trade_no', 'text', (column) => column.notNull().unique())
      .addColumn('create_time', 'bigint', zero)
      .addColumn('status', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'top_ups', ['user_id', 'id'], ['status', 'create_time'])
  },
})
