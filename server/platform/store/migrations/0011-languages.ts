import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** A user's language, for mails that are written without a request that states it. */
export const languages: Migration = {
  async up({ schema }) {
    await schema.alterTable('users').addColumn('language', 'text', textColumn).execute()
  },
}
