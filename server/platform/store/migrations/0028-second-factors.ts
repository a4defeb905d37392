import type { Migration } from 'kysely'
import { createIndexes, required, zero } from './columns.ts'

/** Authenticator apps with their recovery codes, logins that wait for a second step, and when a session was proven. */
export const secondFactors: Migration = {
  async up({ schema }) {
    await schema
      .createTable('authenticators')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('confirmed_at', 'bigint', zero)
      .addColumn('last_step', 'bigint', zero)
      .execute()

    await schema
      .createTable('recovery_codes')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code_hash', 'text', required)
      .addPrimaryKeyConstraint('recovery_codes_primary', ['user_id', 'code_hash'])
      .execute()

    await schema
      .createTable('login_challenges')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('tries_left', 'integer', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await createIndexes(schema, 'login_challenges', ['expires_at'])

    await schema.alterTable('sessions').addColumn('proven_at', 'bigint', zero).execute()
  },
}
