import { afterAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('roll-ups of an older version are kept, and their tokens count as fresh', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0031')))
    const { db } = store
    await sql`
      insert into quota_data (user_id, username, model_name, created_at, token_id, channel_id, token_used, prompt_tokens,
        completion_tokens, count, quota)
      values (1, 'alice', 'gpt-4o', 7200, 3, 7, 10, 7, 3, 2, 50), (1, 'alice', 'gpt-4o', 10800, 3, 7, 4, 0, 0, 1, 5)`.execute(
      db,
    )
    await migrate(store)
    const rows = await db.selectFrom('quota_data').selectAll().orderBy('created_at').execute()
    expect(rows).toMatchObject([
      { token_used: 10, prompt_tokens: 7, completion_tokens: 3, count: 2, quota: 50, cached_tokens: 0 },
      { token_used: 4, prompt_tokens: 0, completion_tokens: 0, count: 1, quota: 5, cached_tokens: 0 },
    ])
  })
})
