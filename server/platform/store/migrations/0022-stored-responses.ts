import type { Migration } from 'kysely'
import { createIndexes, required, textColumn } from './columns.ts'

/** Items of answers that later turns may refer to, kept for an hour. */
export const storedResponses: Migration = {
  async up({ schema }) {
    await schema
      .createTable('stored_responses')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', required)
      .addColumn('token_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('bytes', 'bigint', required)
      .addColumn('input', 'text', textColumn)
      .addColumn('output', 'text', textColumn)
      .execute()
    await createIndexes(
      schema,
      'stored_responses',
      ['user_id', 'token_id', 'created_at', 'id', 'bytes'],
      ['created_at', 'id', 'bytes'],
    )
  },
}
