import { type Migration, sql } from 'kysely'
import { createIndexes, required, textColumn } from './columns.ts'

/** Accounts at identity providers, mailed codes, and logins in progress at a provider. */
export const identity: Migration = {
  async up(db) {
    const { schema } = db
    await schema.alterTable('users').addColumn('oidc_id', 'text', textColumn).execute()
    // Addresses are compared case-insensitively.
    await schema.createIndex('users_email_lower').on('users').expression(sql`lower(email)`).execute()

    await schema
      .createTable('user_identities')
      .addColumn('provider', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('user_identities_primary', ['provider', 'subject'])
      .addUniqueConstraint('user_identities_one_each', ['user_id', 'provider'])
      .execute()
    // github_id is left out: databases of this family hold names there, which their owners can give up to others.
    for (const [provider, column] of [
      ['linuxdo', 'linux_do_id'],
      ['telegram', 'telegram_id'],
      ['wechat', 'wechat_id'],
    ] as const) {
      await sql`
        insert into user_identities (provider, subject, user_id, created_at)
        select ${provider}, ${sql.ref(column)}, min(id), 0 from users
        where ${sql.ref(column)} <> '' group by ${sql.ref(column)}`.execute(db)
    }

    await schema
      .createTable('mailed_codes')
      .addColumn('purpose', 'text', required)
      .addColumn('address', 'text', required)
      .addColumn('code_hash', 'text', required)
      .addColumn('tries_left', 'integer', required)
      .addColumn('sent_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addPrimaryKeyConstraint('mailed_codes_primary', ['purpose', 'address'])
      .execute()
    await createIndexes(schema, 'mailed_codes', ['expires_at'])

    await schema
      .createTable('oauth_states')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('browser', 'text', required)
      .addColumn('provider', 'text', textColumn)
      .addColumn('user_id', 'bigint', required)
      .addColumn('aff_code', 'text', textColumn)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await createIndexes(schema, 'oauth_states', ['expires_at'])
  },
}
