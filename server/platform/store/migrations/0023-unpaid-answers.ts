import type { Migration } from 'kysely'
import { createIndexes, required } from './columns.ts'

/** Answers that cost more than their account could pay, kept for as long as they count against its limit. */
export const unpaidAnswers: Migration = {
  async up({ schema }) {
    await schema
      .createTable('unpaid_answers')
      .addColumn('request_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('price', 'bigint', required)
      .addColumn('units', 'bigint', required)
      .execute()
    await createIndexes(schema, 'unpaid_answers', ['user_id', 'created_at'])
  },
}
