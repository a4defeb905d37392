import type { Migration } from 'kysely'
import type { Engine } from '../database.ts'
import { createIndexes, numberColumn, required, tableWithId, textColumn, zero } from './columns.ts'

/** Users, sessions, options and the audit trail. */
export const accounts = (engine: Engine): Migration => ({
  async up({ schema }) {
    await tableWithId(schema, engine, 'users')
      .addColumn('username', 'text', (column) => column.notNull().unique())
      .addColumn('password', 'text', required)
      .addColumn('display_name', 'text', textColumn)
      .addColumn('role', 'integer', numberColumn(1))
      .addColumn('status', 'integer', numberColumn(1))
      .addColumn('email', 'text', textColumn)
      .addColumn('github_id', 'text', textColumn)
      .addColumn('wechat_id', 'text', textColumn)
      .addColumn('telegram_id', 'text', textColumn)
      .addColumn('linux_do_id', 'text', textColumn)
      .addColumn('access_token', 'text', (column) => column.unique())
      .addColumn('quota', 'bigint', zero)
      .addColumn('quota_carry', 'bigint', zero)
      .addColumn('used_quota', 'bigint', zero)
      .addColumn('request_count', 'bigint', zero)
      .addColumn('group', 'text', (column) => column.notNull().defaultTo('default'))
      .addColumn('aff_code', 'text', (column) => column.unique())
      .addColumn('aff_count', 'bigint', zero)
      .addColumn('aff_quota', 'bigint', zero)
      .addColumn('aff_history', 'bigint', zero)
      .addColumn('inviter_id', 'bigint', zero)
      .addColumn('created_time', 'bigint', zero)
      .addColumn('deleted_at', 'text')
      .execute()
    await createIndexes(schema, 'users', ['email'], ['display_name'], ['group'], ['inviter_id'])
    await createIndexes(schema, 'users', ['github_id'], ['wechat_id'], ['telegram_id'], ['linux_do_id'])

    await schema
      .createTable('sessions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('last_seen_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .addColumn('ip', 'text', textColumn)
      .addColumn('user_agent', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'sessions', ['user_id'], ['expires_at'])

    await schema
      .createTable('options')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', textColumn)
      .execute()

    await tableWithId(schema, engine, 'audits')
      .addColumn('created_at', 'bigint', required)
      .addColumn('actor_id', 'bigint', required)
      .addColumn('actor_name', 'text', textColumn)
      .addColumn('action', 'text', required)
      .addColumn('target_kind', 'text', required)
      .addColumn('target_id', 'text', required)
      .addColumn('before', 'text', textColumn)
      .addColumn('after', 'text', textColumn)
      .addColumn('ip', 'text', textColumn)
      .addColumn('request_id', 'text', textColumn)
      .execute()
    await createIndexes(schema, 'audits', ['actor_id', 'id'], ['target_kind', 'target_id', 'id'])
  },
})
