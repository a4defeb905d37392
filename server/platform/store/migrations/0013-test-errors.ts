import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** Why the last test of a channel failed. Earlier tests count as a success until the channel is tested again. */
export const testErrors: Migration = {
  async up({ schema }) {
    await schema.alterTable('channels').addColumn('test_error', 'text', textColumn).execute()
  },
}
