import type { Migration } from 'kysely'
import { createIndexes, numberColumn, textColumn, zero } from './columns.ts'

/** Note, tags and last use of tokens, and what their owners were told of their expiry. */
export const tokenLife: Migration = {
  async up({ schema }) {
    for (const column of ['note', 'tags', 'last_used_ip', 'last_used_client'])
      await schema.alterTable('tokens').addColumn(column, 'text', textColumn).execute()
    for (const column of ['last_used_at', 'expiry_told_of', 'expiry_told_left'])
      await schema.alterTable('tokens').addColumn(column, 'bigint', zero).execute()
    await createIndexes(schema, 'tokens', ['expired_time'])
    await schema.alterTable('users').addColumn('expiry_mails', 'bigint', numberColumn(1)).execute()
  },
}
