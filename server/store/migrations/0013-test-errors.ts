import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** Why the last test of a channel failed; what was tested before counts as a success until it is tested again. */
export const testErrors: Migration = {
  async up({ schema }) {
    await schema.alterTable('channels').addColumn('test_error', 'text', textColumn).execute()
  },
}
