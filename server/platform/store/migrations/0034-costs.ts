import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { textColumn, zero } from './columns.ts'

/**
 * What vendors charge: the buy price of channels, and the cost of calls beside their charge. Calls of nodes of an
 * earlier version have no cost, and their charge is in no costed sum. The index of sums (0020) holds costs too.
 */
export const costs = (engine: Engine): Migration => ({
  async up({ schema }) {
    await schema.alterTable('channels').addColumn('buy_price', 'text', textColumn).execute()
    for (const table of ['logs', 'midjourneys', 'tasks']) {
      await schema.alterTable(table).addColumn('cost', 'bigint').execute()
    }
    for (const name of ['cost', 'unlisted_cost', 'costed_quota', 'costed_refunded', 'unlisted_costed_quota']) {
      await schema.alterTable('quota_data').addColumn(name, 'bigint', zero).execute()
    }
    if (engine !== 'sqlite') return
    await schema.dropIndex('quota_data_sums').execute()
    await schema
      .createIndex('quota_data_sums')
      .on('quota_data')
      .columns(['created_at', 'model_name', 'channel_id', 'token_id', 'user_id'])
      .columns(['count', 'quota', 'refunded', 'token_used', 'prompt_tokens', 'cached_tokens', 'completion_tokens'])
      .columns(['failed_count', 'unlisted_count', 'unlisted_quota', 'cost', 'costed_quota', 'costed_refunded'])
      .execute()
  },
})
