import type { Migration } from 'kysely'
import { required, textColumn, zero } from './columns.ts'

/**
 * The terms that receipts of one price share, and which of them a log row names; 0 = the row holds its whole
 * receipt.
 */
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
