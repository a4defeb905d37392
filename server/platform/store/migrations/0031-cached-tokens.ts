import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { zero } from './columns.ts'

/** Roll-ups count input tokens that were read from a vendor's cache. The index of sums (0020) holds them too. */
export const cachedTokens = (engine: Engine): Migration => ({
  async up({ schema }) {
    await schema.alterTable('quota_data').addColumn('cached_tokens', 'bigint', zero).execute()
    if (engine !== 'sqlite') return
    await schema.dropIndex('quota_data_sums').execute()
    await schema
      .createIndex('quota_data_sums')
      .on('quota_data')
      .columns(['created_at', 'model_name', 'channel_id', 'token_id', 'user_id'])
      .columns(['count', 'quota', 'refunded', 'token_used', 'prompt_tokens', 'cached_tokens', 'completion_tokens'])
      .columns(['failed_count', 'unlisted_count', 'unlisted_quota'])
      .execute()
  },
})
