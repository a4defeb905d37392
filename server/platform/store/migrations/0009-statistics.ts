import { type Migration, sql } from 'kysely'
import { createIndexes, zero } from './columns.ts'

/** Columns that keep the sums right when log rows are deleted, and the indexes that statistics need. */
export const statistics: Migration = {
  async up(db) {
    const { schema } = db
    for (const name of ['unlisted_count', 'unlisted_tokens', 'unlisted_quota']) {
      await schema.alterTable('quota_data').addColumn(name, 'bigint', zero).execute()
    }
    await createIndexes(schema, 'quota_data', ['channel_id', 'created_at'])
    // Rows that are not calls are few; their own indexes cost calls nothing.
    await sql`create index logs_others_by_user on logs (user_id, created_at, id) where type <> 2`.execute(db)
    await sql`create index logs_others_by_type on logs (type, created_at, id) where type <> 2`.execute(db)

    await schema
      .createTable('ledger_openings')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey())
      .addColumn('quota', 'bigint', zero)
      .execute()
    // What users have or have spent until now counts as given; from here on every movement has its row.
    await sql`
      insert into ledger_openings (user_id, quota)
      select id, quota + used_quota
        + coalesce((select sum(granted - spent) from wallet_leases where owner_kind = 'user' and owner_id = users.id), 0)
        - coalesce((select sum(logs.quota) from logs where user_id = users.id and type <> 2), 0)
      from users`.execute(db)
  },
}
