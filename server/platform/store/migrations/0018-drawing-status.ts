import type { Migration } from 'kysely'
import { createIndexes } from './columns.ts'

/** Drawing tasks are filtered by status, mostly for failed ones. */
export const drawingStatus: Migration = {
  async up({ schema }) {
    await createIndexes(schema, 'midjourneys', ['status', 'submit_time', 'id'])
  },
}
