import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { onDatabase } from '#test/harness/databases.ts'
import { plansOf } from '#test/harness/plans.ts'
import type { Database, Store } from '../../platform/store/database.ts'
import { countByHour, countCalls, readStat } from '../logs/totals/queries.ts'
import { hoursByPart, totalsByPart } from './usage/parts/queries.ts'
import { usageOfAll } from './usage/queries.ts'

const ALL = { token_name: '', model_name: '', request_id: '' }
const RANGE = { start: 0, end: 1_000_000_000 }

const QUERIES: [string, (db: Database) => Promise<unknown>][] = [
  ['what all calls have cost', (db) => readStat(db, ALL, 0)],
  ['how many calls there were', (db) => countCalls(db, ALL)],
  ['how many of a model', (db) => countCalls(db, { ...ALL, model_name: 'model-7' })],
  ['how many of all but a model', (db) => countCalls(db, { ...ALL, not_model_name: ['model-7'] })],
  ['how many an hour', (db) => countByHour(db, ALL, { from: 0, until: 1_000_000 })],
  ['usage by model', (db) => usageOfAll(db, RANGE)],
  ['usage by token', (db) => totalsByPart(db, 'token', RANGE)],
  ['usage by channel and hour', (db) => hoursByPart(db, 'channel', RANGE, [{ by_id: 1, owner: 1 }])],
]

onDatabase('sqlite', (fresh) => {
  let store: Store
  beforeAll(async () => {
    store = await fresh.store()
    await sql`
      insert into quota_data (user_id, model_name, created_at, token_id, channel_id, count)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
      select i % 50, 'model-' || i % 50, i / 20 * 3600, i % 50, i % 9, 1 from n`.execute(store.db)
  })

  test.each(QUERIES)('%s is read off an index alone', async (_name, ask) => {
    const plans = (await plansOf(store, ask)).filter((plan) => plan.includes('quota_data'))
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((plan) => !/quota_data USING COVERING INDEX/.test(plan))).toEqual([])
  })
})
