import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** The last tests of each channel, deleted with it. */
export const channelTests = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'channel_tests')
      .addColumn('channel_id', 'bigint', (column) => column.notNull().references('channels.id').onDelete('cascade'))
      .addColumn('tested_at', 'bigint', required)
      .addColumn('response_time', 'bigint', zero)
      .addColumn('model', 'text', textColumn)
      .addColumn('error', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'channel_tests', ['channel_id', 'id'])
  },
})
