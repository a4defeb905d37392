import { afterAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { rollupsOfHour } from '#server/money/watchdog/queries.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../database.ts'
import { migrate, migrationsOf } from '../migrate.ts'

forEachDatabase((_engine, fresh) => {
  let store: Store
  afterAll(() => store.close())

  test('calls of an older version, and of a node that still runs it, have no cost, and their books agree', async () => {
    store = await openStore(await fresh.place())
    const steps = Object.entries(migrationsOf(store.engine))
    await migrate(store, Object.fromEntries(steps.filter(([name]) => name < '0034')))
    const { db } = store
    const callAt = (time: number) =>
      sql`
      insert into logs (user_id, created_at, type, content, username, token_name, model_name, quota, prompt_tokens,
        completion_tokens, use_time, is_stream, channel_id, token_id, other, request_id)
      values (1, ${time}, 2, '', 'alice', 't', 'gpt-4o', 50, 7, 3, 1, 0, 7, 3, '', 'r')`.execute(db)
    const sumAt = (hour: number) =>
      sql`
      insert into quota_data (user_id, username, model_name, created_at, token_id, channel_id, token_used, prompt_tokens,
        completion_tokens, count, quota)
      values (1, 'alice', 'gpt-4o', ${hour}, 3, 7, 10, 7, 3, 1, 50)`.execute(db)
    await sql`insert into channels (type, key, key_hash, name, created_time, models)
      values (1, '', '', 'old', 1, 'gpt-4o')`.execute(db)
    await callAt(7201)
    await sumAt(7200)
    await migrate(store)
    await callAt(10_801)
    await sumAt(10_800)
    expect(await db.selectFrom('logs').select('cost').execute()).toEqual([{ cost: null }, { cost: null }])
    expect(await db.selectFrom('channels').select('buy_price').execute()).toEqual([{ buy_price: '' }])
    for (const hour of [7200, 10_800]) {
      const [sides] = await rollupsOfHour(db, hour)
      expect(sides).toMatchObject({ row_quota: 50, sum_quota: 50 })
      expect(sides).toMatchObject({ row_cost: 0, sum_cost: 0, row_costed: 0, sum_costed: 0 })
    }
  })
})
