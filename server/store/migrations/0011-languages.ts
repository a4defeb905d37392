import type { Migration } from 'kysely'
import { textColumn } from './columns.ts'

/** The language that a user reads: mails are written without a request that could say it. */
export const languages: Migration = {
  async up({ schema }) {
    await schema.alterTable('users').addColumn('language', 'text', textColumn).execute()
  },
}
