import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { required, tableWithId, textColumn } from './columns.ts'

/** Comparisons of vendors' bills with costs. */
export const billReports = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'bill_reports')
      .addColumn('created_at', 'bigint', required)
      .addColumn('created_by', 'text', textColumn)
      .addColumn('summary', 'text', required)
      .addColumn('rows', 'text', required)
      .execute()
  },
})
