import { afterEach, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { buildSets } from '#server/money/rollups/sets/build.ts'
import { rollupsFrom } from '#server/money/rollups/sets/source.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { openStore, type Store } from '../../database.ts'
import { migrate, migrationsOf } from '../../migrate.ts'

const DAY = 86_400
const START = 20_000 * DAY

forEachDatabase((engine, fresh) => {
  let store: Store
  afterEach(() => store.close())

  test.each(['0053', '0055'])(
    'roll-ups of a version before %s are summed, and those that a node of it goes on to write are seen',
    async (before) => {
      store = await openStore(await fresh.place())
      const steps = Object.entries(migrationsOf(engine))
      await migrate(store, Object.fromEntries(steps.filter(([name]) => name < before)))
      /** The statement of an older version. */
      const count = (at: number) =>
        sql`
        insert into quota_data (created_at, user_id, model_name, token_id, channel_id, username, token_used, count, quota)
        values (${at}, 1, 'gpt-4o', 1, 1, 'alice', 10, 1, 5)
        on conflict (created_at, user_id, model_name, token_id, channel_id) do update
          set count = quota_data.count + excluded.count, quota = quota_data.quota + excluded.quota`.execute(store.db)
      const totals = async () => {
        const found: unknown[] = []
        for (const levels of [
          ['day', 'hour'],
          ['account-day', 'account-hour'],
          ['model-hour'],
          ['channel-hour'],
        ] as const) {
          const rows = await rollupsFrom(store.db, { from: START, until: START + DAY }, levels)
          const sums = rows.select([sql<number>`sum(count)`.as('count'), sql<number>`sum(quota)`.as('quota')])
          found.push(await sums.executeTakeFirst())
        }
        return found
      }
      const allAre = (sums: { count: number; quota: number }) => Array(4).fill(sums)
      await count(START)
      await migrate(store)
      await buildSets(store, START + 2 * DAY, new AbortController().signal)
      expect(await totals()).toEqual(allAre({ count: 1, quota: 5 }))
      await count(START)
      await count(START + 3600)
      expect(await totals()).toEqual(allAre({ count: 3, quota: 15 }))
      await buildSets(store, START + 2 * DAY, new AbortController().signal)
      expect(await totals()).toEqual(allAre({ count: 3, quota: 15 }))
    },
  )
})
