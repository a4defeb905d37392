import { type Migration, sql } from 'kysely'
import { textColumn, zero } from './columns.ts'

/** Stores who paid for a task, and what was refunded. */
export const taskMoney: Migration = {
  async up(db) {
    const { schema } = db
    for (const table of ['midjourneys', 'tasks']) {
      for (const name of ['token_id', 'charged_at']) {
        await schema.alterTable(table).addColumn(name, 'bigint', zero).execute()
      }
      await schema.alterTable(table).addColumn('token_limited', 'integer', zero).execute()
      await schema.alterTable(table).addColumn('model_name', 'text', textColumn).execute()
    }
    await schema.alterTable('quota_data').addColumn('refunded', 'bigint', zero).execute()
    // Unfinished tasks are few, and polls read only these.
    await sql`create index midjourneys_open on midjourneys (channel_id, id) where progress <> '100%'`.execute(db)
    await sql`create index tasks_open on tasks (channel_id, id) where progress <> '100%'`.execute(db)
  },
}
