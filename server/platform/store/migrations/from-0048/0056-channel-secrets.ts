import type { Migration } from 'kysely'
import { textColumn } from '../columns.ts'

/** The sealed password of the proxy and the client key of a channel; "" = none. */
export const channelSecrets: Migration = {
  async up({ schema }) {
    await schema.alterTable('channels').addColumn('secrets', 'text', textColumn).execute()
  },
}
