import type { Migration } from 'kysely'
import { createIndexes, required, textColumn, zero } from '../columns.ts'

/** Where vendors keep responses and whose they are; and of those that are kept here, all that is told of them. */
export const responsePlaces: Migration = {
  async up({ schema }) {
    await schema
      .createTable('response_places')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', required)
      .addColumn('token_id', 'bigint', required)
      .addColumn('channel_id', 'bigint', required)
      .addColumn('key_id', 'bigint', zero)
      .addColumn('model', 'text', textColumn)
      .addColumn('created_at', 'bigint', required)
      .execute()
    await createIndexes(schema, 'response_places', ['created_at'])
    await schema.alterTable('stored_responses').addColumn('response', 'text', textColumn).execute()
  },
}
