import type { Migration } from 'kysely'
import { required, textColumn, zero } from './columns.ts'

/** What receipts of one price agree in, and which of these a log row names; 0 = its receipt stands in the row as a whole. */
export const receiptTerms: Migration = {
  async up({ schema }) {
    await schema
      .createTable('receipt_terms')
      .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
      .addColumn('content', 'text', textColumn)
      .addColumn('receipt', 'text', required)
      .execute()
    await schema.alterTable('logs').addColumn('terms_id', 'bigint', zero).execute()
  },
}
