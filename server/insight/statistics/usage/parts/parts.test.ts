import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/statistics.ts'
import { createToken, deleteToken } from '#contract/api/tokens.ts'
import { buildSets } from '#server/money/rollups/sets/build.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'
import { mostUsed } from './parts.ts'

const HOUR = 3600
const FIRST = 1_772_020_800
const RANGE = { start_timestamp: FIRST, end_timestamp: FIRST + HOUR }

describe('those that used most', () => {
  const total = (by_id: number, quota: number, count = 0, token_used = 0, failed_count = 0) => {
    return { by_id, quota, count, token_used, failed_count }
  }

  test('are all of them when they are not too many', () => {
    expect(mostUsed([total(2, 0), total(1, 5)], 2)).toEqual([2, 1])
  })

  test('are found by money, calls, tokens and errors; equals by their id', () => {
    const totals = [
      total(4, 9),
      total(3, 9),
      total(2, 0, 7),
      total(1, 0, 0, 7),
      total(6, 0, 0, 0, 2),
      total(5, 1, 1, 1),
    ]
    expect(mostUsed(totals, 1)).toEqual([3, 2, 1, 6])
  })
})

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let bob: LoggedIn
  let bobsId = 0
  let laptop = 0
  let former = 0

  beforeAll(async () => {
    bobsId = (await server.addUser({ username: 'bob' })).id
    bob = await server.login('bob', PASSWORD)
    const { db } = server.services.store
    const tokenOf = async (name: string) => {
      expect(await bob.call(createToken, { body: { name } as never })).toMatchObject({ success: true })
      return (await db.selectFrom('tokens').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
    }
    laptop = await tokenOf('laptop')
    former = await tokenOf('former')
    await bob.call(deleteToken, { params: { id: former } })
    const usage = (columns: object) => ({
      user_id: bobsId,
      username: 'bob',
      model_name: 'gpt-4o',
      created_at: FIRST,
      token_id: laptop,
      channel_id: 8,
      token_used: 10,
      prompt_tokens: 8,
      completion_tokens: 2,
      count: 1,
      quota: 100,
      refunded: 0,
      failed_count: 0,
      ...columns,
    })
    await db
      .insertInto('quota_data')
      .values([
        usage({}),
        usage({ model_name: 'o3', quota: 130, refunded: 30 }),
        usage({ token_id: former, channel_id: 9, quota: 40, created_at: FIRST + HOUR }),
        usage({ user_id: 1, username: 'root', token_id: 0, quota: 7, failed_count: 5 }),
        usage({ user_id: 99_999, username: 'gone', token_id: 99_999, quota: 3 }),
        usage({ created_at: FIRST + 2 * HOUR, quota: 10_000 }),
      ])
      .execute()
  })

  const by = async (kind: api.UsageBy, query: object = {}) =>
    (await root.call(api.usageData, { query: { ...RANGE, ...query, by: kind } })).data

  test('by token, with its owner; deleted ones and those that nobody knows are told as such', async () => {
    const hour = { id: 0, model_name: '', created_at: FIRST }
    expect(await by('token')).toEqual([
      {
        ...hour,
        user_id: 0,
        username: '',
        by_id: 0,
        by_name: '',
        by_deleted: false,
        ...{
          token_used: 10,
          prompt_tokens: 8,
          cached_tokens: 0,
          completion_tokens: 2,
          count: 1,
          quota: 7,
          failed_count: 5,
        },
      },
      {
        ...hour,
        ...{ user_id: bobsId, username: 'bob', by_id: laptop, by_name: 'laptop', by_deleted: false },
        ...{
          token_used: 20,
          prompt_tokens: 16,
          cached_tokens: 0,
          completion_tokens: 4,
          count: 2,
          quota: 200,
          failed_count: 0,
        },
      },
      {
        ...hour,
        user_id: 0,
        username: '',
        by_id: 99_999,
        by_name: '',
        by_deleted: true,
        ...{
          token_used: 10,
          prompt_tokens: 8,
          cached_tokens: 0,
          completion_tokens: 2,
          count: 1,
          quota: 3,
          failed_count: 0,
        },
      },
      {
        ...{ ...hour, created_at: FIRST + HOUR, user_id: bobsId, username: 'bob' },
        ...{ by_id: former, by_name: 'former', by_deleted: true, count: 1, quota: 40 },
        ...{ token_used: 10, prompt_tokens: 8, cached_tokens: 0, completion_tokens: 2, failed_count: 0 },
      },
    ])
  })

  test('by channel and by user', async () => {
    expect(await by('channel')).toMatchObject([
      { by_id: 8, by_name: '', by_deleted: true, quota: 210, prompt_tokens: 32, failed_count: 5 },
      { by_id: 9, quota: 40 },
    ])
    expect(await by('user')).toMatchObject([
      { by_id: 1, by_name: 'root', by_deleted: false, quota: 7, failed_count: 5 },
      { by_id: bobsId, by_name: 'bob', username: 'bob', quota: 200 },
      { by_id: 99_999, by_name: '', by_deleted: true, quota: 3 },
      { by_id: bobsId, quota: 40 },
    ])
    expect(await by('channel', { username: 'bob' })).toMatchObject([{ quota: 200 }, { quota: 40 }])
    expect(await by('user', { username: 'nobody' })).toEqual([])
  })

  test('by model is as without a word', async () => {
    expect(await by('model')).toEqual((await root.call(api.usageData, { query: RANGE })).data)
  })

  test('of oneself by token only, and of nobody else', async () => {
    const own = await bob.call(api.ownUsageData, { query: { ...RANGE, by: 'token', username: 'root' } as never })
    expect(own.data?.map(({ by_name, quota }) => [by_name, quota])).toEqual([
      ['laptop', 200],
      ['former', 40],
    ])
    for (const kind of ['channel', 'user']) {
      expect(await bob.call(api.ownUsageData, { query: { ...RANGE, by: kind } as never })).toMatchObject({
        success: false,
      })
    }
    expect(await bob.call(api.usageData, { query: { ...RANGE, by: 'token' } })).toMatchObject({ success: false })
  })

  test('of sums of hours and days is as of the roll-ups, with others and without', async () => {
    const values = Array.from({ length: 300 }, (_, index) => ({
      ...{ user_id: index % 60, username: 'somebody', model_name: `m${index % 7}`, token_id: index % 75 },
      ...{ created_at: FIRST + (4 + (index % 5)) * HOUR, channel_id: index % 65, token_used: index, count: 1 },
      ...{ prompt_tokens: index, quota: index * 3, refunded: index % 3, failed_count: index % 2 },
    }))
    const { store } = server.services
    await store.db.insertInto('quota_data').values(values).execute()
    const wholeDay = { start_timestamp: FIRST - 12 * HOUR, end_timestamp: FIRST + 12 * HOUR - 1 }
    const all = () => Promise.all([wholeDay, RANGE].flatMap((time) => api.USAGE_BY.map((kind) => by(kind, time))))
    const plain = await all()
    await buildSets(store, FIRST + 13 * HOUR, new AbortController().signal, async () => {})
    expect(await all()).toEqual(plain)
    const spent = plain.slice(0, 4).map((rows) => rows?.reduce((sum, { quota }) => sum + quota, 0))
    expect(new Set(spent).size).toBe(1)
    expect(plain[1]?.some(({ by_id }) => by_id === null)).toBe(true)
  })

  test('many share one row, and all rows still add up', async () => {
    const start = FIRST + 100 * HOUR
    const values = Array.from({ length: 120 }, (_, index) => ({
      ...{ user_id: 1, username: 'root', model_name: 'gpt-4o', created_at: start, token_id: 200_000 + index },
      ...{ channel_id: 8, token_used: 1, count: 1, quota: index, refunded: 0 },
    }))
    await server.services.store.db.insertInto('quota_data').values(values).execute()
    const rows = (await by('token', { start_timestamp: start, end_timestamp: start })) ?? []
    const others = rows.filter(({ by_id }) => by_id === null)
    expect(others).toHaveLength(1)
    expect(others[0]).toMatchObject({ by_name: '', by_deleted: false, user_id: 0 })
    expect(rows.length).toBeLessThanOrEqual(2 * api.MAX_USAGE_PARTS + 1)
    expect(rows.find(({ by_id }) => by_id === 200_119)?.quota).toBe(119)
    expect(rows.reduce((sum, { quota }) => sum + quota, 0)).toBe((119 * 120) / 2)
  })
})
