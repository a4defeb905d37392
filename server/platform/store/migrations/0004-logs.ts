import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, required, tableWithId, textColumn, zero } from './columns.ts'

/** The log and its hourly roll-up. */
export const logs = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'logs')
      .addColumn('user_id', 'bigint', zero)
      .addColumn('created_at', 'bigint', required)
      .addColumn('type', 'integer', zero)
      .addColumn('content', 'text', textColumn)
      .addColumn('username', 'text', textColumn)
      .addColumn('token_name', 'text', textColumn)
      .addColumn('model_name', 'text', textColumn)
      .addColumn('quota', 'bigint', zero)
      .addColumn('prompt_tokens', 'bigint', zero)
      .addColumn('completion_tokens', 'bigint', zero)
      .addColumn('use_time', 'bigint', zero)
      .addColumn('is_stream', 'integer', zero)
      .addColumn('channel_id', 'bigint', zero)
      .addColumn('token_id', 'bigint', zero)
      .addColumn('other', 'text', textColumn)
      .addColumn('request_id', 'text', textColumn)
      .execute()
    // Lists are newest first, so every filter's index holds the rows in that order.
    const newest = ['created_at', 'id']
    await createIndexes(schema, 'logs', newest, ['created_at', 'type'], ['request_id'])
    for (const filter of ['user_id', 'username', 'model_name', 'token_name', 'channel_id', 'token_id']) {
      await createIndexes(schema, 'logs', [filter, ...newest])
    }

    await tableWithId(schema, engine, 'quota_data')
      .addColumn('user_id', 'bigint', required)
      .addColumn('username', 'text', textColumn)
      .addColumn('model_name', 'text', textColumn)
      .addColumn('created_at', 'bigint', required)
      .addColumn('token_id', 'bigint', zero)
      .addColumn('channel_id', 'bigint', zero)
      .addColumn('token_used', 'bigint', zero)
      .addColumn('count', 'bigint', zero)
      .addColumn('quota', 'bigint', zero)
      .execute()
    await schema
      .createIndex('quota_data_once')
      .unique()
      .on('quota_data')
      .columns(['created_at', 'user_id', 'model_name', 'token_id', 'channel_id'])
      .execute()
    await createIndexes(schema, 'quota_data', ['user_id', 'created_at'])
  },
})
