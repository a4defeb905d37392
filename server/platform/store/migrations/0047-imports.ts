import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** Where imported rows came from, and the runs of imports. */
export const imports = (engine: Engine): Migration => ({
  async up({ schema }) {
    await schema
      .createTable('import_origins')
      .addColumn('source', 'text', required)
      .addColumn('kind', 'text', required)
      .addColumn('source_id', 'text', required)
      .addColumn('target_id', 'bigint', required)
      .addColumn('state', 'text', textColumn)
      .addColumn('used', 'bigint', zero)
      .addColumn('calls', 'bigint', zero)
      .addPrimaryKeyConstraint('import_origins_primary', ['source', 'kind', 'source_id'])
      .execute()

    await tableWithId(schema, engine, 'import_runs')
      .addColumn('started_at', 'bigint', required)
      .addColumn('ended_at', 'bigint', zero)
      .addColumn('actor_id', 'bigint', zero)
      .addColumn('actor_name', 'text', textColumn)
      .addColumn('address', 'text', textColumn)
      .addColumn('dry_run', 'bigint', zero)
      .addColumn('outcome', 'text', textColumn)
      .addColumn('error', 'text', textColumn)
      .addColumn('report', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'import_runs', ['started_at'])
  },
})
