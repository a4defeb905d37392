import type { Migration } from 'kysely'

/**
 * Drops an index that no query uses, since every call pays for every index of the log. Calls are nearly all rows,
 * so those of a time are found by `(created_at, id)`, and the few others have their own indexes.
 */
export const logIndexes: Migration = {
  async up({ schema }) {
    await schema.dropIndex('logs_created_at_type').execute()
  },
}
