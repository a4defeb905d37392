import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/logs.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { addCalls, rollupRows } from '#server/money/rollups/rollup.ts'
import type { LogRow, NewLog } from '#server/platform/store/tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { readFacets } from './facets.ts'
import { readHistogram } from './histogram.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const START = 20_000 * DAY
const NONE = { token_name: '', model_name: '', request_id: '' }
const failedCall = { type: LOG_TYPE.system, model_name: 'gpt-4o' }

forEachDatabase((engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let user: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    const { username, id } = await server.addUser({ username: 'bob' })
    user = await server.login(username, PASSWORD)
    const bob = { user_id: id, username: 'bob' }
    const rows: Partial<NewLog>[] = [
      { created_at: START + 10, model_name: 'gpt-4o', token_name: 'web' },
      { created_at: START + 20, model_name: 'gpt-4o', token_name: 'web', channel_id: 8 },
      { created_at: START + 30, model_name: 'o3', token_name: 'bot' },
      { created_at: START + 40, ...failedCall, token_name: 'web', channel_id: 9 },
      { created_at: START + 50, type: LOG_TYPE.topup, model_name: '', token_name: '', channel_id: 0 },
      { ...bob, created_at: START + 2 * HOUR, model_name: 'o3', token_name: 'bot' },
      { ...bob, created_at: START + 2 * HOUR + 5, ...failedCall, token_name: 'bot' },
    ]
    await db()
      .insertInto('logs')
      .values(rows.map((row) => logRow(row)))
      .execute()
    await rollUp(await db().selectFrom('logs').selectAll().where('type', '=', LOG_TYPE.consume).execute())
  })

  /** Writes what the settler would have written with these calls. */
  const rollUp = (rows: readonly LogRow[]) => {
    const calls = rows.map((row) => ({ ...row, unlisted: false }))
    return db()
      .transaction()
      .execute((trx) => addCalls(trx, engine, rollupRows(calls)))
  }

  const day = { start_timestamp: START, end_timestamp: START + DAY - 1 }
  const sum = (bars: { calls: number; failed: number; others: number }[]) =>
    bars.reduce((all, bar) => [all[0]! + bar.calls, all[1]! + bar.failed, all[2]! + bar.others], [0, 0, 0])

  describe('the histogram', () => {
    const ask = async (query: object, who = root) => {
      const endpoint = who === root ? api.logHistogram : api.ownLogHistogram
      const { data } = await who.call(endpoint, { query: { ...day, ...query } as never })
      return data!
    }

    test('counts calls, failed calls and other rows by the hour', async () => {
      const { step, items, since, start, end } = await ask({})
      expect({ step, since, start, end, bars: items.length }).toEqual({
        step: HOUR,
        since: null,
        start: START,
        end: START + DAY - 1,
        bars: 24,
      })
      expect(items.filter(({ calls, failed, others }) => calls + failed + others > 0)).toEqual([
        { start: START, calls: 3, failed: 1, others: 1 },
        { start: START + 2 * HOUR, calls: 1, failed: 1, others: 0 },
      ])
    })

    test.each([
      [{ type: 2 }, [4, 0, 0]],
      [{ type: 1 }, [0, 0, 1]],
      [{ status: 'failed' }, [0, 2, 0]],
      [{ not_type: '2' }, [0, 2, 1]],
      [{ not_type: '2\n9007199254740991' }, [0, 2, 1]],
      [{ model_name: 'o3' }, [2, 0, 0]],
      [{ not_model_name: 'o3' }, [2, 2, 1]],
      [{ token_name: 'web' }, [2, 1, 0]],
      [{ not_token_name: 'web\nbot' }, [0, 0, 1]],
      [{ username: 'bob' }, [1, 1, 0]],
      [{ channel: 8 }, [1, 0, 0]],
      [{ start_timestamp: START + 15 }, [3, 2, 1]],
      [{ start_timestamp: START + 15, end_timestamp: START + 35 }, [2, 0, 0]],
      [{ start_timestamp: START + 15, end_timestamp: START + 15 }, [0, 0, 0]],
    ])('of %o it has %o rows', async (query, expected) => {
      expect(sum((await ask(query)).items)).toEqual(expected)
    })

    test('of one user has nothing of others', async () => {
      expect(sum((await ask({}, user)).items)).toEqual([1, 1, 0])
    })

    test('without a range begins with the first row', async () => {
      const { data } = await root.call(api.logHistogram, { query: { buckets: 30 } as never })
      expect(data!.start).toBe(START + 10)
      expect(data!.items.length).toBeLessThanOrEqual(31)
      expect(sum(data!.items)[1]).toBe(2)
    })

    test('of a range that begins in 1970 is not asked week by week', async () => {
      let queries = 0
      const counting = db().withPlugin({
        transformQuery: ({ node }) => {
          queries += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      const filter = { ...NONE, start_timestamp: 1, end_timestamp: START + DAY }
      const { items } = await readHistogram(counting, { filter, buckets: 60, origin: 0, now: START + DAY })
      expect(sum(items)).toEqual([4, 2, 1])
      expect(queries).toBeLessThan(40)
    })

    test('says from when on it has looked, where there are too many rows', async () => {
      const filter = { ...NONE, ...day, token_name: 'web' }
      const { since, items } = await readHistogram(db(), { filter, buckets: 60, origin: 0, now: START + DAY, most: 2 })
      expect(since).toBe(START + 11)
      expect(sum(items)).toEqual([1, 1, 0])
    })
  })

  describe('facets', () => {
    const ask = async (query: object, who = root) => {
      const endpoint = who === root ? api.logFacets : api.ownLogFacets
      const { data } = await who.call(endpoint, { query: { ...day, ...query } as never })
      return data!
    }

    test('count the values of the rows found, the most frequent first', async () => {
      expect(await ask({})).toEqual({
        type: [
          { value: 2, count: 4 },
          { value: 4, count: 2 },
          { value: 1, count: 1 },
        ],
        status: [
          { value: 'served', count: 4 },
          { value: 'failed', count: 2 },
        ],
        model_name: [
          { value: 'gpt-4o', count: 4 },
          { value: 'o3', count: 2 },
        ],
        token_name: [
          { value: 'bot', count: 3 },
          { value: 'web', count: 3 },
        ],
        username: expect.arrayContaining([{ value: 'bob', count: 2 }]),
        channel: expect.arrayContaining([
          { value: 8, count: 1 },
          { value: 9, count: 1 },
        ]),
        since: null,
      })
    })

    test('show of a filtered field what else could be chosen', async () => {
      const { model_name, token_name } = await ask({ model_name: 'o3' })
      expect(model_name).toEqual([
        { value: 'gpt-4o', count: 4 },
        { value: 'o3', count: 2 },
      ])
      expect(token_name).toEqual([{ value: 'bot', count: 2 }])
    })

    test('tell a user nothing of channels and of other users', async () => {
      const { channel, username, model_name } = await ask({}, user)
      expect({ channel, username }).toEqual({ channel: [], username: [] })
      expect(model_name.map(({ count }) => count)).toEqual([1, 1])
    })

    test('say from when on they have looked', async () => {
      const { since, type } = await readFacets(db(), { ...NONE, ...day }, 2)
      expect(since).toBe(START + 51)
      expect(type.reduce((all, { count }) => all + count, 0)).toBe(2)
    })
  })

  test('a count may be capped, where only rows tell it', async () => {
    const list = async (query: object) =>
      (await root.call(api.listLogs, { query: { ...day, ...query } as never })).data!
    expect(await list({})).not.toHaveProperty('more')
    expect(await list({ count: 'capped' })).toMatchObject({ total: 7, more: false })
    expect(await list({ count: 'capped', token_name: 'web' })).toMatchObject({ total: 3, more: false })
  })
})
