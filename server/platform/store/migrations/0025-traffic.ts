import type { Migration } from 'kysely'
import { numberColumn, required, textColumn } from './columns.ts'

const count = numberColumn(0)
const range = (name: string, buckets: number) => Array.from({ length: buckets }, (_, index) => `${name}_${index}`)

/** Served and failed attempts by the hour, channel and model, with numbers by bucket of their times. */
export const traffic: Migration = {
  async up({ schema }) {
    let table = schema
      .createTable('traffic_hours')
      .addColumn('created_at', 'bigint', required)
      .addColumn('channel_id', 'bigint', required)
      .addColumn('model_name', 'text', textColumn)
    const kinds = ['key', 'quota', 'rate', 'server', 'network', 'timeout', 'caller'].map((kind) => `failed_${kind}`)
    const buckets = [...range('first_byte', 13), ...range('total', 13), ...range('speed', 10)]
    for (const name of ['served', ...kinds, ...buckets]) table = table.addColumn(name, 'bigint', count)
    await table.addPrimaryKeyConstraint('traffic_hours_key', ['created_at', 'channel_id', 'model_name']).execute()

    await schema
      .createTable('traffic_errors')
      .addColumn('channel_id', 'bigint', required)
      .addColumn('model_name', 'text', textColumn)
      .addColumn('kind', 'text', textColumn)
      .addColumn('created_at', 'bigint', required)
      .addColumn('status', 'bigint', count)
      .addColumn('message', 'text', textColumn)
      .addColumn('request_id', 'text', textColumn)
      .addPrimaryKeyConstraint('traffic_errors_key', ['channel_id', 'model_name', 'kind'])
      .execute()

    await schema
      .createTable('incidents')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', 'bigint', required)
      .addColumn('resolved_at', 'bigint', count)
      .addColumn('title', 'text', textColumn)
      .addColumn('body', 'text', textColumn)
      .addColumn('models', 'text', textColumn)
      .execute()
  },
}
