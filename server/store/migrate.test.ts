import { describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { Store } from './database.ts'
import { migrate } from './migrate.ts'

const LAST = '0014-list-indexes'
/** The last thing that it makes. */
const LAST_INDEX = 'redemptions_redeemed_time_id'

forEachDatabase((engine, fresh) => {
  describe('a migration that does not come to its end', () => {
    test('has done nothing, and is done by the next start', async () => {
      const store = await fresh.store()
      const { db } = store
      const after = await indexesOf(store)
      await undoLast(store)
      const before = await indexesOf(store)
      await sql`create index ${sql.ref(LAST_INDEX)} on users (id)`.execute(db)
      await expect(migrate(store)).rejects.toThrow(LAST)
      await sql`drop index ${sql.ref(LAST_INDEX)}`.execute(db)
      expect(await indexesOf(store)).toEqual(before)

      await migrate(store)
      expect(await indexesOf(store)).toEqual(after)
    })

    /** Back to how the schema was before the last migration. */
    async function undoLast(store: Store) {
      const made = (await indexesOf(store)).filter((name) =>
        /^(?:logs_sorting|audits_(?:actor_name|action|created_at)_id|top_ups_gateway|tasks_(?:platform|action|status)_|redemptions_(?:status|quota|created_time|redeemed_time)_id)/.test(
          name,
        ),
      )
      for (const name of made) await sql`drop index ${sql.ref(name)}`.execute(store.db)
      await sql`create index logs_created_at_id on logs (created_at, id)`.execute(store.db)
      await sql`delete from kysely_migration where name = ${LAST}`.execute(store.db)
    }

    async function indexesOf({ db }: Store): Promise<string[]> {
      const names =
        engine === 'sqlite'
          ? sql<{ name: string }>`select name from sqlite_master where type = 'index' order by name`
          : sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = 'public' order by 1`
      return (await names.execute(db)).rows.map(({ name }) => name)
    }
  })
})
