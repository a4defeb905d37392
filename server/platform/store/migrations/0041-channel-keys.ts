import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, numberColumn, required, tableWithId, textColumn, zero } from './columns.ts'

/** Pools of keys: a channel with rows here uses these instead of `channels.key`, which is one of them. */
export const channelKeys = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'channel_keys')
      .addColumn('channel_id', 'bigint', required)
      .addColumn('key', 'text', required)
      .addColumn('key_hash', 'text', required)
      .addColumn('mask', 'text', textColumn)
      .addColumn('status', 'bigint', numberColumn(1))
      .addColumn('reason', 'text', textColumn)
      .addColumn('changed_at', 'bigint', zero)
      .addColumn('cooling_until', 'bigint', zero)
      .addColumn('probe_at', 'bigint', zero)
      .addColumn('probes', 'bigint', zero)
      .addColumn('calls', 'bigint', zero)
      .addColumn('failures', 'bigint', zero)
      .addColumn('last_used_at', 'bigint', zero)
      .addColumn('last_error', 'text', textColumn)
      .addColumn('last_error_at', 'bigint', zero)
      .addColumn('limits', 'text', textColumn)
      .addColumn('created_at', 'bigint', zero)
      .addUniqueConstraint('channel_keys_one_of_a_channel', ['channel_id', 'key_hash'])
      .execute()
    await createIndexes(schema, 'channel_keys', ['channel_id', 'status'], ['key_hash'], ['status', 'probe_at'])
  },
})
