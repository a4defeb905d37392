import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/logs.ts'
import { createToken } from '#contract/api/tokens.ts'
import { repairWatchdog } from '#contract/api/watchdog.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { NewLog } from '#server/platform/store/tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const OTHER = JSON.stringify({ model_ratio: 1, admin_info: { use_channel: ['7'] } })

const row = (columns: Partial<NewLog>) => logRow({ other: OTHER, ...columns })

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let user: LoggedIn

  beforeAll(async () => {
    const { username, id } = await server.addUser({ username: 'bob' })
    user = await server.login(username, PASSWORD)
    const mine = { user_id: id, username: 'bob' }
    await server.services.store.db
      .insertInto('logs')
      .values([
        row({ created_at: 1_000, quota: 10, request_id: 'r1' }),
        row({ created_at: 1_100, quota: 20, model_name: 'gpt-4o-mini', channel_id: 8, token_name: 'other' }),
        row({ created_at: 1_200, quota: 500, type: LOG_TYPE.topup, other: '' }),
        row({ ...mine, created_at: 1_300, quota: 30, model_name: 'o_3', is_stream: 1 }),
        row({ ...mine, created_at: 1_400, quota: 40, model_name: 'o-3' }),
        row({ ...mine, created_at: nowInSeconds() - 10, quota: 5, prompt_tokens: 100, completion_tokens: 20 }),
        row({ ...mine, created_at: nowInSeconds() - 300, quota: 7, prompt_tokens: 900, completion_tokens: 900 }),
      ])
      .execute()
    await root.call(repairWatchdog, {})
  })

  const quotas = async (query: Record<string, unknown>) =>
    (await root.call(api.listLogs, { query: query as never })).data?.items.map(({ quota }) => quota)

  test('are found by words of their texts: by administrators also in the details, and never served calls', async () => {
    const message = { zh: '余额不足', en: 'Insufficient "balance"' }
    const other = JSON.stringify({ end_reason: 'failed', message, admin_info: { attempts: [{ error: 'secret' }] } })
    const failed = { user_id: user.user.id, username: 'bob', type: LOG_TYPE.system, created_at: 900, quota: 0 }
    const { db } = server.services.store
    await db
      .insertInto('logs')
      .values([
        row({ ...failed, content: message.zh, other }),
        row({ ...failed, content: 'No channel for 100% of o_3', other: '' }),
        row({ ...failed, type: LOG_TYPE.consume, content: 'Insufficient', other: '' }),
      ])
      .execute()
    const found = async (words: string) => {
      const { data } = await root.call(api.listLogs, { query: { words } as never })
      const own = (await user.call(api.listOwnLogs, { query: { words } as never })).data
      return [
        data?.items.map(({ content }) => content),
        own?.items.map(({ content }) => content),
        data?.total,
        own?.total,
      ]
    }
    expect(await found('insufficient "bal')).toEqual([[message.zh], [], 1, 0])
    expect(await found('余额')).toEqual([[message.zh], [message.zh], 1, 1])
    const none = ['No channel for 100% of o_3']
    expect(await found('CHANNEL for 100% of (request id: 2026)')).toEqual([none, none, 1, 1])
    expect(await found('channel%100')).toEqual([[], [], 0, 0])
    expect(await found('secret')).toEqual([[message.zh], [], 1, 0])
    const { data } = await root.call(api.logHistogram, { query: { words: '余额', buckets: '1' } as never })
    expect(data?.items).toMatchObject([{ calls: 0, failed: 1, others: 0 }])
    expect((await root.call(api.logStat, { query: { words: '余额' } as never })).data).toMatchObject({
      quota: 0,
      rpm: 0,
    })
    await db.deleteFrom('logs').where('created_at', '=', 900).execute()
  })

  describe('all logs', () => {
    test('come newest first, in pages counted from one, with the total', async () => {
      const { data } = await root.call(api.listLogs, { query: { p: '2', page_size: '3' } })
      expect(data).toMatchObject({ page: 2, page_size: 3, total: 7 })
      expect(data?.items.map(({ quota }) => quota)).toEqual([30, 500, 20])
      expect(data?.items[0]).toMatchObject({ username: 'bob', channel: 7, is_stream: true, other: OTHER })
      expect(data?.items[1]?.other).toBe('')
    })

    test.each([
      [{ type: LOG_TYPE.topup }, [500]],
      [{ type: 0, username: 'root' }, [500, 20, 10]],
      [{ username: 'null' }, []],
      [{ username: 'undefined' }, []],
      [{ token_name: 'null' }, []],
      [{ token_name: 'other' }, [20]],
      [{ channel: 8 }, [20]],
      [{ request_id: 'r1' }, [10]],
      [{ start_timestamp: 1_100, end_timestamp: 1_300 }, [30, 500, 20]],
      [{ model_name: 'gpt-4o', username: 'root' }, [500, 10]],
      [{ model_name: 'gpt-4o%', username: 'root' }, [500, 20, 10]],
      [{ model_name: '%_3' }, [30]],
      [{ model_name: 'o_3' }, [30]],
      [{ sort: 'quota', order: 'asc', page_size: '2' }, [5, 7]],
    ])('%j finds %j', async (query, expected) => {
      expect(await quotas(query)).toEqual(expected)
    })

    test('sums what calls cost in the range, and the last minute whatever the range', async () => {
      const stat = async (query: Record<string, unknown>) =>
        (await root.call(api.logStat, { query: query as never })).data
      expect(await stat({})).toEqual({ quota: 112, rpm: 1, tpm: 120 })
      expect(await stat({ end_timestamp: 1_400 })).toEqual({ quota: 100, rpm: 1, tpm: 120 })
      expect(await stat({ type: LOG_TYPE.topup, username: 'root' })).toEqual({ quota: 30, rpm: 0, tpm: 0 })
      expect(await stat({ username: 'null' })).toEqual({ quota: 0, rpm: 0, tpm: 0 })
    })
  })

  test('a search finds a type, and the beginning of a content as it is written', async () => {
    const { db } = server.services.store
    await db
      .insertInto('logs')
      .values(row({ type: LOG_TYPE.system, content: 'all 100%_done', created_at: 1, quota: 0 }))
      .execute()
    const found = async (keyword: string) =>
      (await root.call(api.searchLogs, { query: { keyword } })).data?.map(({ content }) => content)
    expect(await found('4')).toEqual(['all 100%_done'])
    expect(await found('1')).toEqual([''])
    expect(await found('all 100%_')).toEqual(['all 100%_done'])
    expect(await found('all 100__')).toEqual([])
    expect(await found('done')).toEqual([])
    await db.deleteFrom('logs').where('content', '=', 'all 100%_done').execute()
  })

  describe('the log of a token', () => {
    let key: string
    let tokenId: number
    const ask = (headers: Record<string, string>, query = '') => server.request(`/api/log/token?${query}`, { headers })
    const first = async (response: Response) => (await response.json()) as { data: { quota: number }[]; total: number }

    beforeAll(async () => {
      const { data } = await user.call(createToken, { body: { name: 'mine', unlimited_quota: true } })
      key = data!.key
      tokenId = data!.id
      const own = { user_id: user.user.id, username: 'bob', token_id: tokenId, created_at: 5 }
      const rows = [1, 2, 3].map((quota) => row({ ...own, quota, type: LOG_TYPE.system }))
      await server.services.store.db.insertInto('logs').values(rows).execute()
    })
    afterAll(async () => {
      await server.services.store.db.deleteFrom('logs').where('token_id', '=', tokenId).execute()
    })

    test('is shown to whoever has the key, without channels, to pages of any origin', async () => {
      for (const response of [await ask({ authorization: `Bearer sk-${key}` }), await ask({}, `key=sk-${key}`)]) {
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        expect(response.headers.get('access-control-allow-credentials')).toBeNull()
        const { data, total } = await first(response)
        expect(total).toBe(3)
        expect(data.map(({ quota }) => quota)).toEqual([3, 2, 1])
        expect(data[0]).toMatchObject({ channel: 0, other: '{"model_ratio":1}' })
      }
    })

    test('comes in pages', async () => {
      const { data, total } = await first(await ask({ authorization: key }, 'p=2&page_size=2'))
      expect({ total, quotas: data.map(({ quota }) => quota) }).toEqual({ total: 3, quotas: [1] })
    })

    test('may be asked for from any page, also when the answer is a refusal', async () => {
      const origin = { origin: 'https://tool.example' }
      const asking = {
        ...origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      }
      const preflight = await server.request('/api/log/token', { method: 'OPTIONS', headers: asking })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization')
      expect((await ask(origin)).headers.get('access-control-allow-origin')).toBe('*')
    })

    test('is refused without a key, with a wrong one, and while its owner is banned', async () => {
      expect((await ask({})).status).toBe(401)
      expect((await ask({ authorization: 'Bearer sk-wrong' })).status).toBe(401)
      const setStatus = async (status: number) => {
        await server.services.store.db.updateTable('users').set({ status }).where('id', '=', user.user.id).execute()
        server.services.bus.publish({ kind: 'user', id: user.user.id })
      }
      await setStatus(2)
      expect((await ask({ authorization: key })).status).toBe(403)
      await setStatus(1)
    })
  })

  describe('own logs', () => {
    test('hide channels and what is for administrators, and nobody else’s rows appear', async () => {
      const { data } = await user.call(api.listOwnLogs, { query: { username: 'root', user_id: 1 } as never })
      expect(data?.total).toBe(4)
      for (const item of data!.items) {
        expect(item).toMatchObject({ username: 'bob', channel: 0, other: '{"model_ratio":1}' })
      }
    })

    test('are found by their type alone', async () => {
      const found = async (keyword: string) => (await user.call(api.searchOwnLogs, { query: { keyword } })).data?.length
      expect(await found('2')).toBe(4)
      expect(await found('1')).toBe(0)
      expect(await found('gpt')).toBe(0)
      expect((await user.call(api.searchOwnLogs, { query: { keyword: '2' } })).data?.[0]?.channel).toBe(0)
    })

    test('are summed alone', async () => {
      const { data } = await user.call(api.ownLogStat, { query: { username: 'root' } as never })
      expect(data).toEqual({ quota: 82, rpm: 1, tpm: 120 })
    })
  })
})
