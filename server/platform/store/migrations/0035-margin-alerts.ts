import type { Migration } from 'kysely'
import { required, textColumn, zero } from './columns.ts'

/** Channels and models that cost more than they brought in over the last day, since when they do. */
export const marginAlerts: Migration = {
  async up({ schema }) {
    await schema
      .createTable('margin_alerts')
      .addColumn('channel_id', 'bigint', required)
      .addColumn('model_name', 'text', textColumn)
      .addColumn('since', 'bigint', zero)
      .addColumn('quota', 'bigint', zero)
      .addColumn('cost', 'bigint', zero)
      .addPrimaryKeyConstraint('margin_alerts_key', ['channel_id', 'model_name'])
      .execute()
  },
}
