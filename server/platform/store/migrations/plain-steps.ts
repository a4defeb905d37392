import type { Migration } from 'kysely'
import { createIndexes, numberColumn, type Schema, textColumn, zero } from './columns.ts'

const step = (up: (schema: Schema) => Promise<void>): Migration => ({ up: ({ schema }) => up(schema) })

/** The steps that only add columns and indexes, or drop an index. */
export const plainSteps = {
  '0010-task-lists': step(async (schema) => {
    for (const table of ['midjourneys', 'tasks']) await createIndexes(schema, table, ['channel_id', 'submit_time'])
  }),
  /** A user's language, for mails that are written without a request that states it. */
  '0011-languages': step((schema) => schema.alterTable('users').addColumn('language', 'text', textColumn).execute()),
  /**
   * No query uses the index, and every call pays for every index of the log. Calls are nearly all rows, so those of a
   * time are found by `(created_at, id)`, and the few others have their own indexes.
   */
  '0012-log-indexes': step((schema) => schema.dropIndex('logs_created_at_type').execute()),
  /** Earlier tests count as a success until the channel is tested again. */
  '0013-test-errors': step((schema) =>
    schema.alterTable('channels').addColumn('test_error', 'text', textColumn).execute(),
  ),
  /** Drawing tasks are filtered by status, mostly for failed ones. */
  '0018-drawing-status': step((schema) => createIndexes(schema, 'midjourneys', ['status', 'submit_time', 'id'])),
  '0019-wider-rollups': step(async (schema) => {
    for (const name of ['prompt_tokens', 'completion_tokens', 'failed_count'])
      await schema.alterTable('quota_data').addColumn(name, 'bigint', zero).execute()
  }),
  /** "" = everything, as before. */
  '0030-token-scopes': step((schema) =>
    schema.alterTable('users').addColumn('access_token_scope', 'text', textColumn).execute(),
  ),
  '0033-user-ratio': step((schema) =>
    schema.alterTable('users').addColumn('user_ratio', 'double precision', numberColumn(1)).execute(),
  ),
  /** A comma list, "" = all, as before. */
  '0043-token-endpoints': step((schema) =>
    schema.alterTable('tokens').addColumn('endpoints', 'text', textColumn).execute(),
  ),
  '0048-max-input-tokens': step((schema) =>
    schema.alterTable('channels').addColumn('max_input_tokens', 'bigint', zero).execute(),
  ),
  /** The sealed password of the proxy and the client key of a channel; "" = none. */
  '0056-channel-secrets': step((schema) =>
    schema.alterTable('channels').addColumn('secrets', 'text', textColumn).execute(),
  ),
}
