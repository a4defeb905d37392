import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/statistics.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const HOUR = 3600
const DAY = 86_400
const FIRST = 1_772_020_800
const BOTH = { start_timestamp: FIRST, end_timestamp: FIRST + HOUR }

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let user: LoggedIn

  beforeAll(async () => {
    const { id } = await server.addUser({ username: 'bob' })
    user = await server.login('bob', PASSWORD)
    const usage = (columns: object) => ({
      user_id: 1,
      username: 'root',
      model_name: 'gpt-4o',
      created_at: FIRST,
      token_id: 1,
      channel_id: 7,
      token_used: 10,
      prompt_tokens: 7,
      cached_tokens: 5,
      completion_tokens: 3,
      count: 1,
      quota: 100,
      refunded: 0,
      failed_count: 0,
      ...columns,
    })
    await server.services.store.db
      .insertInto('quota_data')
      .values([
        usage({}),
        usage({ token_id: 2, quota: 130, refunded: 30, failed_count: 4 }),
        usage({ model_name: 'o3', created_at: FIRST + HOUR, quota: 5 }),
        // Counted before input and output tokens were separated.
        usage({
          ...{ user_id: id, username: 'former-name', channel_id: 8, quota: 40 },
          ...{ prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0, failed_count: 2 },
        }),
        usage({ user_id: id, username: 'former-name', created_at: FIRST + 2 * HOUR, quota: 1 }),
      ])
      .execute()
  })

  describe('usage by hour and model', () => {
    test('of all users together', async () => {
      const { data } = await root.call(api.usageData, { query: BOTH })
      const all = { id: 0, user_id: 0, username: '' }
      expect(data).toEqual([
        {
          ...{ ...all, model_name: 'gpt-4o', created_at: FIRST, count: 3, quota: 240, failed_count: 6 },
          ...{ token_used: 30, prompt_tokens: 14, completion_tokens: 6, cached_tokens: 10 },
        },
        {
          ...{ ...all, model_name: 'o3', created_at: FIRST + HOUR, count: 1, quota: 5, failed_count: 0 },
          ...{ token_used: 10, prompt_tokens: 7, completion_tokens: 3, cached_tokens: 5 },
        },
      ])
    })

    test('of one user, under the name of today', async () => {
      const { data } = await root.call(api.usageData, { query: { ...BOTH, username: 'bob' } })
      expect(data).toMatchObject([
        {
          ...{ user_id: user.user.id, username: 'bob', quota: 40, created_at: FIRST, failed_count: 2 },
          ...{ token_used: 10, prompt_tokens: 0, completion_tokens: 0, cached_tokens: 0 },
        },
      ])
      expect((await root.call(api.usageData, { query: { ...BOTH, username: 'nobody' } })).data).toEqual([])
    })

    test('of oneself, over 30 days at most', async () => {
      const { data } = await user.call(api.ownUsageData, { query: { ...BOTH, username: 'root' } as never })
      expect(data?.map(({ quota }) => quota)).toEqual([40])
      const long = { start_timestamp: FIRST, end_timestamp: FIRST + api.MAX_USAGE_SECONDS }
      expect((await user.call(api.ownUsageData, { query: long })).success).toBe(true)
      expect(
        await user.call(api.ownUsageData, { query: { ...long, end_timestamp: long.end_timestamp + 1 } }),
      ).toMatchObject({ success: false, message: '时间跨度不能超过 1 个月' })
    })

    test('from the beginning, where 0 is asked for', async () => {
      const all = { start_timestamp: 0, end_timestamp: FIRST + 40 * 86_400 }
      expect((await root.call(api.usageData, { query: all })).data?.map(({ quota }) => quota)).toEqual([240, 5, 1])
      expect(await user.call(api.ownUsageData, { query: all })).toMatchObject({
        success: false,
        message: '时间跨度不能超过 1 个月',
      })
    })

    test('without a range the last 30 days', async () => {
      const recent = await root.call(api.usageData, { query: { end_timestamp: FIRST + HOUR } })
      expect(recent.data).toHaveLength(2)
      expect((await root.call(api.usageData, { query: { end_timestamp: FIRST + 40 * 86_400 } })).data).toEqual([])
    })
  })

  describe('files', () => {
    const rows = async (who: LoggedIn, path: string) => {
      const text = await (await server.request(`${path}format=jsonl`, { headers: who.headers })).text()
      return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Record<string, unknown>] : []))
    }

    test('have every dimension for administrators', async () => {
      expect((await rows(root, '/api/data/export?')).map(({ quota }) => quota)).toEqual([100, 100, 40, 5, 1])
      expect((await rows(root, '/api/data/export?')).map(({ refunded }) => refunded)).toEqual([0, 30, 0, 0, 0])
      expect(await rows(root, '/api/data/export?username=bob&channel=8&')).toMatchObject([{ channel: 8, quota: 40 }])
      expect(await rows(root, '/api/data/export?username=nobody&')).toEqual([])
    })

    test('have nothing about channels and others for users', async () => {
      const own = await rows(user, '/api/data/self/export?username=root&')
      expect(own.map(({ quota }) => quota)).toEqual([40, 1])
      expect(own[0]).toMatchObject({ token_used: 10, prompt_tokens: 0, completion_tokens: 0, failed_count: 2 })
      expect(Object.keys(own[0]!)).not.toContain('channel')
      expect(Object.keys(own[0]!)).not.toContain('username')
    })

    test('name units in their header', async () => {
      const text = await (await server.request('/api/data/export', { headers: root.headers })).text()
      expect(text).toContain('quota (quota units; 500000 = 1 USD)')
      // New columns stand behind the original ones, for readers that use column positions.
      expect(text.split('\r\n')[0]).toEndWith(
        ',prompt_tokens (tokens),completion_tokens (tokens),"failed_count (calls, not in count)","cached_tokens (tokens, in prompt_tokens)"',
      )
    })
  })

  describe('usage of own tokens', () => {
    const usage = async (who: LoggedIn, query: object) =>
      (await who.call(api.ownTokenUsage, { query: query as never })).data

    test('is told by the day and for the month, and nothing of tokens of others', async () => {
      const { db } = server.services.store
      const midnight = nowInSeconds() - 9 * DAY
      const user_id = user.user.id
      const row = { user_id, username: 'bob', channel_id: 7, count: 1, token_used: 10, refunded: 0 }
      const used = (created_at: number, columns: object) => ({
        ...{ ...row, model_name: 'gpt-4o', token_id: 11, quota: 0, created_at: created_at - (created_at % HOUR) },
        ...columns,
      })
      await db
        .insertInto('quota_data')
        .values([
          used(midnight + HOUR, { quota: 5 }),
          used(midnight + HOUR, { quota: 7, model_name: 'o3', refunded: 2 }),
          used(midnight + 2 * DAY + HOUR, { quota: 100 }),
          used(midnight - 3 * HOUR, { quota: 1000 }),
          used(midnight + HOUR, { quota: 40, token_id: 12 }),
          used(midnight + HOUR, { quota: 9000, token_id: 13, user_id: 1 }),
        ])
        .execute()
      const asked = { tokens: '11\n12\n13', start: midnight, month: midnight + DAY }
      const days = (first: number, third = 0) => [first, 0, third, ...Array(api.TOKEN_USAGE_DAYS - 3).fill(0)]
      expect(await usage(user, asked)).toEqual([
        { token_id: 11, month: 100, days: days(10, 100), calls: days(2, 1) },
        { token_id: 12, month: 0, days: days(40), calls: days(1) },
        { token_id: 13, month: 0, days: days(0), calls: days(0) },
      ])
      expect(await usage(user, {})).toEqual([])
    })
  })
})
