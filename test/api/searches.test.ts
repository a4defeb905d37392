import { describe, expect, test } from 'bun:test'
import { createChannel, findChannels, searchChannels } from '#contract/api/channels.ts'
import { createRedemptions, findRedemptions, searchRedemptions } from '#contract/api/redemption.ts'
import { createTokens, findTokens, searchTokens } from '#contract/api/tokens.ts'
import { findUsers, searchUsers } from '#contract/api/users.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const ROWS = 12

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)

  type Row = { id: number; name?: string; username?: string }
  type Answer = Promise<{ data?: Row[] | undefined; total?: number | undefined }>
  interface Case {
    create: (name: string, count: number) => Promise<unknown>
    searches: ((keyword: string, query?: object) => Answer)[]
  }
  const times = async (count: number, create: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < count; index++) await create(index)
  }
  const cases: Record<string, Case> = {
    user: {
      create: (name, count) => times(count, (index) => server.addUser({ username: `${name}${index}` })),
      searches: [
        (keyword, query = {}) => root.call(searchUsers, { query: { keyword, ...query } }),
        (keyword, query = {}) => root.call(findUsers, { query, body: { keyword } }),
      ],
    },
    channel: {
      create: (name, count) =>
        times(count, () => root.call(createChannel, { body: { type: 1, name, key: 'k', models: 'm' } })),
      searches: [
        (keyword, query = {}) => root.call(searchChannels, { query: { keyword, ...query } }),
        (keyword, query = {}) => root.call(findChannels, { query, body: { keyword } }),
      ],
    },
    token: {
      create: (name, count) =>
        root.call(createTokens, { body: { names: Array.from({ length: count }, () => name), unlimited_quota: true } }),
      searches: [
        (keyword, query = {}) => root.call(searchTokens, { query: { keyword, ...query } }),
        (keyword, query = {}) => root.call(findTokens, { query, body: { keyword } }),
      ],
    },
    redemption: {
      create: (name, count) => root.call(createRedemptions, { body: { name, quota: 1, count } }),
      searches: [
        (keyword, query = {}) => root.call(searchRedemptions, { query: { keyword, ...query } }),
        (keyword, query = {}) => root.call(findRedemptions, { query, body: { keyword } }),
      ],
    },
  }

  describe.each(Object.entries(cases))('/api/%s/search', (_name, { create, searches }) => {
    test('returns all that is found without a page size, and a page with one', async () => {
      await create('many', ROWS)
      for (const search of searches) {
        const all = await search('many')
        expect([all.data?.length, all.total]).toEqual([ROWS, ROWS])
        expect((await search('many', { page_size: '5' })).data?.length).toBe(5)
        expect((await search('many', { page_size: '10', p: '1' })).data?.length).toBe(ROWS - 10)
        expect((await search('many', { page_size: '0' })).data?.length).toBe(10)
      }
    })

    test('finds the row whose id a number is before those whose name contains it', async () => {
      await create('old', 1)
      const [{ id = 0 } = {}] = (await searches[0]!('old')).data ?? []
      await create(`n${id}x`, 2)
      for (const search of searches) {
        for (const query of [{}, { page_size: '1' }, { sort: 'id', order: 'desc' }])
          expect((await search(String(id), query)).data?.[0]?.id).toBe(id)
      }
    })
  })

  test('/api/token/search takes the size of its list as well', async () => {
    await root.call(createTokens, { body: { names: ['sized', 'sized', 'sized'] } })
    expect((await root.call(searchTokens, { query: { keyword: 'sized', size: '2' } })).data?.length).toBe(2)
  })
})
