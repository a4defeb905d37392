import type { Migration } from 'kysely'
import { createIndexes } from './columns.ts'

/** Indexes for every filter and sort order of lists, in tables that grow without limit. */
export const listIndexes: Migration = {
  async up({ schema }) {
    // The time index also holds the columns that the log can be sorted by. Sorting reads it alone, a tenth of the
    // rows' bytes. It grows at its end, so a call pays no more for it than for the narrow one.
    await schema.dropIndex('logs_created_at_id').execute()
    await schema
      .createIndex('logs_sorting')
      .on('logs')
      .columns(['created_at', 'id', 'type', 'quota', 'use_time', 'prompt_tokens', 'completion_tokens'])
      .execute()
    await createIndexes(schema, 'audits', ['actor_name', 'id'], ['action', 'id'], ['created_at', 'id'])
    await createIndexes(schema, 'top_ups', ['gateway', 'create_time', 'id'], ['gateway_trade_no'])
    for (const filter of ['platform', 'action', 'status'])
      await createIndexes(schema, 'tasks', [filter, 'submit_time', 'id'])
    for (const sort of ['status', 'quota', 'created_time', 'redeemed_time']) {
      await createIndexes(schema, 'redemptions', [sort, 'id'])
    }
  },
}
