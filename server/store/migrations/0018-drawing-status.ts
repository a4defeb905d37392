import type { Migration } from 'kysely'
import { indexes } from './columns.ts'

/** Drawing tasks are looked through by their status: those that failed, first of all. */
export const drawingStatus: Migration = {
  async up({ schema }) {
    await indexes(schema, 'midjourneys', ['status', 'submit_time', 'id'])
  },
}
