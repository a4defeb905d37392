import type { Migration } from 'kysely'
import { numberColumn } from './columns.ts'

/** A user's own ratio, which multiplies what the user pays. */
export const userRatio: Migration = {
  async up({ schema }) {
    await schema.alterTable('users').addColumn('user_ratio', 'double precision', numberColumn(1)).execute()
  },
}
