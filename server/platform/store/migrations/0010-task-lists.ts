import type { Migration } from 'kysely'
import { createIndexes } from './columns.ts'

/** Tasks of one channel, newest first. */
export const taskLists: Migration = {
  async up({ schema }) {
    for (const table of ['midjourneys', 'tasks']) await createIndexes(schema, table, ['channel_id', 'submit_time'])
  },
}
