import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** The kinds of endpoints that a token may call: a comma list, "" = all, as before. */
export const tokenEndpoints: Migration = {
  async up({ schema }) {
    await schema.alterTable('tokens').addColumn('endpoints', 'text', textColumn).execute()
  },
}
