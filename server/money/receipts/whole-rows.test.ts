import { beforeAll, describe, expect, test } from 'bun:test'
import * as api from '#contract/api/logs.ts'
import { createToken } from '#contract/api/tokens.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { rootOf, serverSite } from '#test/harness/server-site.ts'

const HALF = { frt: 5, tries: [[7, 200, 4]] }
const WHOLE = {
  model_ratio: 0.25,
  group: 'vip',
  frt: 5,
  request_id: 'call-1',
  admin_info: { use_channel: ['7'], attempts: [{ channel: 7, status: 200, ms: 4 }] },
}

forEachDatabase((engine, fresh) => {
  const server = serverSite(fresh)
  const root = rootOf(server)
  let bob: LoggedIn
  let key: string
  /** Ids of rows with the content of the terms, with their own content, and with unknown terms. */
  let ids: number[]

  beforeAll(async () => {
    const { username, id } = await server.addUser({ username: 'bob' })
    bob = await server.login(username, PASSWORD)
    const { db } = server.services.store
    // Ids are global, because they are derived from the content: each engine has its own.
    const termsId = engine === 'sqlite' ? 2 ** 47 + 1 : 2 ** 47 + 2
    const receipt = JSON.stringify({ model_ratio: 0.25, group: 'vip' })
    await db
      .insertInto('receipt_terms')
      .values({ id: termsId, content: `100% of ${engine}`, receipt })
      .execute()
    const { data: token } = await bob.call(createToken, { body: { name: 'mine', unlimited_quota: true } })
    key = token!.key
    const half = {
      user_id: id,
      token_id: token!.id,
      username: 'bob',
      other: JSON.stringify(HALF),
      request_id: 'call-1',
    }
    const rows = [
      logRow({ ...half, created_at: 1003, terms_id: termsId }),
      logRow({ ...half, created_at: 1002, terms_id: termsId, content: 'its own' }),
      logRow({ ...half, created_at: 1001, terms_id: 99 }),
    ]
    ids = (await db.insertInto('logs').values(rows).returning('id').execute()).map((row) => row.id)
  })

  const outline = (rows: { content: string; other: string }[] | undefined) =>
    (rows ?? []).map(({ content, other }) => ({ content, other: JSON.parse(other) }))
  const { group: _group, model_ratio: _ratio, ...UNKNOWN } = WHOLE
  const all = [
    { content: `100% of ${engine}`, other: WHOLE },
    { content: 'its own', other: WHOLE },
    { content: '', other: UNKNOWN },
  ]
  const mine = all.map(({ content, other: { admin_info: _, ...other } }) => ({ content, other }))

  describe('a row comes with the content and the receipt that it shares with others', () => {
    test('in the log', async () => {
      const { data } = await root.call(api.listLogs, { query: { request_id: 'call-1' } })
      expect(outline(data?.items)).toEqual(all)
    })

    test("in a user's own, without what is for administrators", async () => {
      const { data } = await bob.call(api.listOwnLogs, { query: {} })
      expect(outline(data?.items)).toEqual(mine)
    })

    test('for whoever has the token', async () => {
      const { data } = await bob.call(api.tokenLogs, { query: { key } })
      expect(outline(data)).toEqual(mine)
    })

    test('by its id', async () => {
      const { data } = await root.call(api.getLog, { params: { id: ids[0]! } })
      expect(outline([data!])).toEqual(all.slice(0, 1))
    })

    test('in a search, which finds it by the content of its terms', async () => {
      const search = async (keyword: string) => (await root.call(api.searchLogs, { query: { keyword } })).data
      expect(outline(await search('100% o'))).toEqual(all.slice(0, 1))
      expect(outline(await search('its'))).toEqual(all.slice(1, 2))
      expect(await search('100_')).toEqual([])
      expect(outline((await bob.call(api.searchOwnLogs, { query: { keyword: '2' } })).data)).toEqual(mine)
    })

    test('in a download', async () => {
      const path = '/api/log/export?format=jsonl&request_id=call-1'
      const file = await (await server.request(path, { headers: root.headers })).text()
      const lines = file
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { content: string; details: string })
      expect(outline(lines.map(({ content, details }) => ({ content, other: details })))).toEqual(all)
    })
  })
})
