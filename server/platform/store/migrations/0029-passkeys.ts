import type { Migration } from 'kysely'
import { createIndexes, required, textColumn, zero } from './columns.ts'

/** Passkeys of users, and what a browser is asked to sign with one. */
export const passkeys: Migration = {
  async up({ schema }) {
    await schema
      .createTable('passkeys')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('site', 'text', required)
      .addColumn('name', 'text', textColumn)
      .addColumn('public_key', 'text', required)
      .addColumn('counter', 'bigint', zero)
      .addColumn('transports', 'text', textColumn)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_used_at', 'bigint', zero)
      .execute()
    await createIndexes(schema, 'passkeys', ['user_id'])

    await schema
      .createTable('passkey_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', zero)
      .addColumn('challenge', 'text', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await createIndexes(schema, 'passkey_challenges', ['expires_at'])
  },
}
