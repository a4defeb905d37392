import { type Migration, sql } from 'kysely'

/**
 * The index of rows that are not calls holds what they are filtered by and sorted by: a number of a channel's failed
 * calls looked up every failed call. Calls pay nothing for it.
 */
export const otherRowsIndex: Migration = {
  async up(db) {
    await sql`
      create index logs_others_by_fields on logs (type, created_at, id, model_name, channel_id, token_id, token_name,
        username, user_id, request_id, quota, use_time, prompt_tokens, completion_tokens) where type <> 2`.execute(db)
  },
}
