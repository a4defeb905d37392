import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** What a user's access token may do; "" = everything, as before. */
export const tokenScopes: Migration = {
  async up({ schema }) {
    await schema.alterTable('users').addColumn('access_token_scope', 'text', textColumn).execute()
  },
}
