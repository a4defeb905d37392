import type { Migration } from 'kysely'
import { numberColumn, required, textColumn } from './columns.ts'

const zero = numberColumn(0)

/** How the jobs went the last time, which nodes are there, and the last report about the books. */
export const operations: Migration = {
  async up({ schema }) {
    for (const name of ['last_run', 'last_milliseconds']) {
      await schema.alterTable('jobs').addColumn(name, 'bigint', zero).execute()
    }
    for (const name of ['last_node', 'last_error']) {
      await schema.alterTable('jobs').addColumn(name, 'text', textColumn).execute()
    }
    await schema
      .createTable('nodes')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('host', 'text', textColumn)
      .addColumn('version', 'text', textColumn)
      .addColumn('started_at', 'bigint', required)
      .addColumn('seen_at', 'bigint', required)
      .addColumn('calls', 'bigint', zero)
      .addColumn('memory', 'bigint', zero)
      .execute()
    await schema
      .createTable('watchdog_reports')
      .addColumn('node_id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('started_at', 'bigint', required)
      .addColumn('report', 'text', required)
      .execute()
  },
}
