import type { Migration } from 'kysely'

/**
 * The indexes of a user's rows also hold what these are filtered by most: of a million rows of one user, those of one
 * model are found in the index alone. An index of their own would find them at once, and cost writing a row
 * three times as much on top.
 */
export const logUserIndexes: Migration = {
  async up({ schema }) {
    for (const user of ['user_id', 'username']) {
      await schema
        .createIndex(`logs_by_${user}`)
        .on('logs')
        .columns([user, 'created_at', 'id', 'type', 'model_name'])
        .execute()
      await schema.dropIndex(`logs_${user}_created_at_id`).execute()
    }
  },
}
