import type { Migration } from 'kysely'

/**
 * Every call pays for every index of the log, and nobody asks this one: calls are nearly all rows, so that those of a
 * time are found by `(created_at, id)`, and the few others have indexes of their own.
 */
export const logIndexes: Migration = {
  async up({ schema }) {
    await schema.dropIndex('logs_created_at_type').execute()
  },
}
