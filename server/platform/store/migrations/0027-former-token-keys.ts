import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId } from './columns.ts'

/** Keys that tokens had before they were rotated, until they end. */
export const formerTokenKeys = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'former_token_keys')
      .addColumn('token_id', 'bigint', required)
      .addColumn('key', 'text', required)
      .addColumn('key_hash', 'text', (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await createIndexes(schema, 'former_token_keys', ['token_id', 'expires_at'], ['expires_at'])
  },
})
