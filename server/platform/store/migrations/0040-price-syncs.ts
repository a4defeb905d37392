import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** Price syncs: what lists were read, what they would change, and what was applied and undone. */
export const priceSyncs = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'price_syncs')
      .addColumn('kind', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('actor_id', 'bigint', zero)
      .addColumn('actor_name', 'text', textColumn)
      .addColumn('outcome', 'text', required)
      .addColumn('sources', 'text', textColumn)
      .addColumn('counts', 'text', textColumn)
      .addColumn('changes', 'text', textColumn)
      .addColumn('undone_at', 'bigint', zero)
      .execute()
    await createIndexes(schema, 'price_syncs', ['kind', 'id'])
    await schema
      .createTable('price_lists')
      .addColumn('address', 'text', (column) => column.primaryKey().notNull())
      .addColumn('models', 'bigint', required)
      .addColumn('read_at', 'bigint', required)
      .execute()
  },
})
