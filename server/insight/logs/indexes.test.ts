import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { LOG_TYPE } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { afterFilling, plansOf } from '#test/harness/plans.ts'
import type { Database, Store } from '../../platform/store/database.ts'
import { listMovements } from '../../sales/topup/queries.ts'
import type { LogFilter } from './filter.ts'
import { readFacets } from './overview/facets.ts'
import { readHistogram } from './overview/histogram.ts'
import { findLog, listLogs, listTokenLogs, logBatches, searchOwnLogs } from './queries.ts'
import { readStat } from './totals/queries.ts'

const ROWS = 20_000
const PAGE = { offset: 0, limit: 20 }
/** Somewhat more than a minute, in the middle of the rows. */
const RANGE = { start_timestamp: 10_000, end_timestamp: 10_090 }

const filter = (fields: Partial<LogFilter>): LogFilter => ({
  token_name: '',
  model_name: '',
  request_id: '',
  ...fields,
})

const BARS = { buckets: 60, origin: 0, now: 20_000, most: 500 }

/** Lists that begin anywhere in the log scan the time index. */
const WALKS = ['all rows', 'calls', 'an export', 'a histogram', 'facets']
/** Sorting must read every row that matches; for all rows, it reads an index instead of the rows. */
const SORTS = ['all rows by cost', 'calls by tokens', 'a pattern by cost']
/** In other cases that would mean a scan of the whole log. */
const SLOW = {
  sqlite: /SCAN logs(?! USING (COVERING )?INDEX logs_others)/,
  postgres: /Seq Scan on logs|Scan using logs_sorting on logs .*(?!\n *Index Cond)$/m,
}

const QUERIES: [string, (db: Database) => Promise<unknown>][] = [
  ['all rows', (db) => listLogs(db, filter({}), PAGE)],
  ['calls', (db) => listLogs(db, filter({ type: LOG_TYPE.consume }), PAGE)],
  ['rows of another type', (db) => listLogs(db, filter({ type: LOG_TYPE.topup }), PAGE)],
  ['a time', (db) => listLogs(db, filter(RANGE), PAGE)],
  ['a user by id', (db) => listLogs(db, filter({ userId: 7 }), PAGE)],
  ['a user by name', (db) => listLogs(db, filter({ username: 'user-7' }), PAGE)],
  ['a token by name', (db) => listLogs(db, filter({ token_name: 'token-7' }), PAGE)],
  ['a token by id', (db) => listLogs(db, filter({ token_id: 7 }), PAGE)],
  ["a user's own token", (db) => listLogs(db, filter({ userId: 7, token_id: 7 }), PAGE)],
  ['facets of a token', (db) => readFacets(db, filter({ token_id: 7, ...RANGE }), 500)],
  ['an export of a token', async (db) => void (await logBatches(db, filter({ token_id: 7 }), 10).next())],
  ['a model', (db) => listLogs(db, filter({ model_name: 'model-7' }), PAGE)],
  ['a pattern of models', (db) => listLogs(db, filter({ model_name: '%el-7' }), PAGE)],
  ['a pattern that no model has', (db) => listLogs(db, filter({ model_name: '%8el%' }), PAGE)],
  ['a pattern of models in a range', (db) => listLogs(db, filter({ ...RANGE, model_name: '%el-7%' }), PAGE)],
  ["a pattern in a user's rows", (db) => listLogs(db, filter({ userId: 7, model_name: '%el-7' }), PAGE)],
  ['all rows by cost', (db) => listLogs(db, filter({}), { ...PAGE, sort: 'quota' })],
  ['calls by tokens', (db) => listLogs(db, filter({ type: LOG_TYPE.consume }), { ...PAGE, sort: 'prompt_tokens' })],
  ['a pattern by cost', (db) => listLogs(db, filter({ model_name: '%el-7' }), { ...PAGE, sort: 'quota' })],
  ['a range by time taken', (db) => listLogs(db, filter(RANGE), { ...PAGE, sort: 'use_time' })],
  ["a user's rows by cost", (db) => listLogs(db, filter({ userId: 7 }), { ...PAGE, sort: 'quota' })],
  ['a channel', (db) => listLogs(db, filter({ channel: 7 }), PAGE)],
  ['a row by id', (db) => findLog(db, 7, { token_name: '', model_name: '', request_id: '' })],
  ["a user's row by id", (db) => findLog(db, 7, { token_name: '', model_name: '', request_id: '', userId: 7 })],
  ['a request', (db) => listLogs(db, filter({ request_id: 'request-7' }), PAGE)],
  ["a token's own log", (db) => listTokenLogs(db, 7, PAGE)],
  ['the sums of a range', (db) => readStat(db, filter(RANGE), ROWS)],
  ['the sums of a token', (db) => readStat(db, filter({ token_id: 7, ...RANGE }), ROWS)],
  ['the sums of a model in a range', (db) => readStat(db, filter({ ...RANGE, model_name: 'model-7' }), ROWS)],
  ['a histogram', (db) => readHistogram(db, { ...BARS, filter: filter({}) })],
  ['a histogram of a range', (db) => readHistogram(db, { ...BARS, filter: filter(RANGE) })],
  ["a histogram of a user's", (db) => readHistogram(db, { ...BARS, filter: filter({ userId: 7, ...RANGE }) })],
  [
    'a histogram of a token',
    (db) => readHistogram(db, { ...BARS, filter: filter({ token_name: 'token-7', ...RANGE }) }),
  ],
  ['a histogram of a token by id', (db) => readHistogram(db, { ...BARS, filter: filter({ token_id: 7, ...RANGE }) })],
  [
    'a histogram of a model',
    (db) => readHistogram(db, { ...BARS, filter: filter({ model_name: 'model-7', ...RANGE }) }),
  ],
  ['facets', (db) => readFacets(db, filter({}), 500)],
  ['facets of a range', (db) => readFacets(db, filter(RANGE), 500)],
  ["facets of a user's", (db) => readFacets(db, filter({ userId: 7, model_name: 'model-7' }), 500)],
  ['facets of a channel', (db) => readFacets(db, filter({ channel: 7, username: 'user-7' }), 500)],
  ['failed calls', (db) => listLogs(db, filter({ status: 'failed' }), PAGE)],
  ['all but a model', (db) => listLogs(db, filter({ not_model_name: ['model-7'] }), PAGE)],
  ['a capped count', (db) => listLogs(db, filter({ token_name: 'token-7', model_name: 'model-7' }), PAGE, true)],
  ["a user's rows of one model", (db) => listLogs(db, filter({ userId: 7, model_name: 'model-7' }), PAGE)],
  ['an export', async (db) => void (await logBatches(db, filter({ type: LOG_TYPE.consume }), 10).next())],
  ["a search in one's own rows", (db) => searchOwnLogs(db, 7, '1')],
  ["a wallet's history", (db) => listMovements(db, 7, PAGE)],
]

forEachDatabase((engine, fresh) => {
  describe('the log is read by an index for', () => {
    let store: Store
    beforeAll(async () => {
      store = await fresh.store()
      await fill(store)
    })

    test.each(QUERIES)('%s', async (name, ask) => {
      const plans = await plansOf(store, ask)
      expect(plans.filter((plan) => plan.includes('logs')).length).toBeGreaterThan(0)
      const whole = [...WALKS, ...SORTS].includes(name)
      const slow = whole ? /SCAN logs(?! USING)|Seq Scan on logs/ : SLOW[engine]
      expect(plans.filter((plan) => slow.test(plan))).toEqual([])
    })
  })
})

/** One row a second; every hundredth is not a call. */
async function fill(store: Store): Promise<void> {
  await sql`
    insert into logs (user_id, username, token_id, token_name, model_name, channel_id, created_at, type, request_id,
      quota, other)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.raw(String(ROWS))})
    select i % 50, 'user-' || i % 50, i % 50, 'token-' || i % 50, 'model-' || i % 50, i % 50, i,
      case when i % 100 = 0 then 1 else 2 end, 'request-' || i,
      i % 97, ${'a receipt of some length '.repeat(20)}
    from n`.execute(store.db)
  await afterFilling(store, 'logs')
}
