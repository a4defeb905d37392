import { beforeAll, describe, expect, test } from 'bun:test'
import { createToken } from '#contract/api/tokens.ts'
import * as api from '#contract/api/users.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { logRow } from '#test/harness/log-row.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'
import { newRequestId } from '../../platform/http/request-id.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh)
  let admin: LoggedIn
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    const users = [
      { username: 'admin', role: ROLE.admin },
      { username: 'alice', display_name: 'Alice Example', email: 'alice@example.com', group: 'vip', quota: 300 },
      { username: 'bob_1', quota: 200 },
      { username: 'bobx1', quota: 100, deleted_at: '2026-01-01T00:00:00.000Z' },
    ]
    for (const columns of users) ids[columns.username] = (await server.addUser(columns)).id
    admin = await server.login('admin', PASSWORD)
  })

  const list = async (query: Record<string, unknown>) => {
    const answer = await admin.call(api.listUsers, { query: query as never })
    return { names: answer.data?.map(({ username }) => username), total: answer.total }
  }
  const search = async (query: Record<string, unknown>) =>
    (await admin.call(api.searchUsers, { query: query as never })).data?.map(({ username }) => username)

  test('lists newest first, deleted ones included, ten on a page unless asked', async () => {
    expect(await list({})).toEqual({ names: ['bobx1', 'bob_1', 'alice', 'admin', 'root'], total: 5 })
    expect(await list({ p: '1', page_size: '2' })).toEqual({ names: ['alice', 'admin'], total: 5 })
    expect((await list({ sort: 'username', order: 'asc' })).names?.[0]).toBe('admin')
  })

  test('sorts by the balance that is shown', async () => {
    const lease = { node_id: 'n', owner_kind: 'user' as const, owner_id: ids.bob_1!, granted: 150, spent: 0, carry: 0 }
    await server.services.store.db
      .insertInto('wallet_leases')
      .values({ ...lease, expires_at: 1 })
      .execute()
    expect((await list({ sort: 'quota' })).names?.slice(0, 3)).toEqual(['bob_1', 'alice', 'bobx1'])
    expect((await admin.call(api.getUser, { params: { id: ids.bob_1! } })).data?.quota).toBe(350)
  })

  describe('search', () => {
    test('by name, e-mail and display name, wildcards being plain characters', async () => {
      expect(await search({ keyword: 'BOB_' })).toEqual(['bob_1'])
      expect(await search({ keyword: '@example.com' })).toEqual(['alice'])
      expect(await search({ keyword: 'alice ex' })).toEqual(['alice'])
      expect(await search({ keyword: '%' })).toEqual([])
    })

    test('a number that is an id finds that user alone', async () => {
      expect(await search({ keyword: String(ids.alice) })).toEqual(['alice'])
      expect(await search({ keyword: '1', group: 'vip' })).toEqual([])
      for (const [p, names] of [
        [0, ['alice']],
        [1, []],
        [7, []],
      ]) {
        const answer = await admin.call(api.searchUsers, { query: { keyword: String(ids.alice), p } as never })
        expect(answer.data?.map(({ username }) => username)).toEqual(names as string[])
        expect(answer.total).toBe(1)
      }
    })

    test('the id of a request finds who made it', async () => {
      const id = newRequestId()
      const row = logRow({ user_id: ids.bob_1!, username: 'bob_1', request_id: id })
      await server.services.store.db.insertInto('logs').values(row).execute()
      expect(await search({ keyword: id })).toEqual(['bob_1'])
      expect(await search({ keyword: id, group: 'vip' })).toEqual([])
      expect(await search({ keyword: newRequestId() })).toEqual([])
    })

    test('by a keyword in the body, which may be a key of any length', async () => {
      const find = async (keyword: string, query = {}) =>
        (await admin.call(api.findUsers, { query: query as never, body: { keyword } })).data?.map(
          (user) => user.username,
        )
      expect(await find(' bob_1 ')).toEqual(['bob_1'])
      expect(await find(String(ids.alice))).toEqual(['alice'])
      expect(await find('bob_1', { p: 1 })).toEqual([])
      expect(await find(`eyJ${'x'.repeat(2000)}`)).toEqual([])
      expect((await admin.call(api.findUsers, { body: { keyword: 'a', group: 'vip' } })).data?.length).toBe(1)
    })

    test('the key of a token finds whose it is, or was', async () => {
      const { services } = server
      const find = (token: string, more = {}) => admin.call(api.findUsers, { body: { token, ...more } })
      const names = async (token: string, more = {}) => (await find(token, more)).data?.map((user) => user.username)
      const bob = await server.login('bob_1', PASSWORD)
      const { id, key } = (await bob.call(createToken, { body: { name: 'mine', unlimited_quota: true } })).data!
      for (const text of [key, `sk-${key}`, ` Bearer sk-${key}-12`]) expect(await names(text)).toEqual(['bob_1'])
      expect((await find(key)).total).toBe(1)
      expect(await names(key, { group: 'vip' })).toEqual([])
      for (const text of [key.slice(0, -1), 'sk-', 'nobody']) expect(await names(text)).toEqual([])
      expect(await search({ keyword: `sk-${key}` })).toEqual([])
      const deleted_at = new Date().toISOString()
      await services.store.db.updateTable('tokens').set({ deleted_at }).where('id', '=', id).execute()
      expect(await names(key)).toEqual(['bob_1'])
    })

    test('whom somebody invited', async () => {
      const { username } = await server.addUser({ username: 'invited', inviter_id: ids.alice! })
      expect(await search({ keyword: `inviter:${ids.alice}` })).toEqual([username])
      expect(await search({ keyword: `邀请人：${ids.alice}`, group: 'vip' })).toEqual([])
      expect(await search({ keyword: `inviter:${ids.bob_1}` })).toEqual([])
      expect(await search({ keyword: 'inviter:alice' })).toEqual([])
    })

    test('by group', async () => {
      expect(await search({ group: 'vip' })).toEqual(['alice'])
      expect(await search({ keyword: 'bob', group: 'vip' })).toEqual([])
      for (const group of ['null', 'undefined']) expect(await search({ group })).toEqual([])
    })
  })

  test('only lower roles can be read, except by root', async () => {
    expect((await admin.call(api.getUser, { params: { id: ids.alice! } })).data?.username).toBe('alice')
    for (const id of [1, ids.admin!]) {
      expect((await admin.call(api.getUser, { params: { id } })).message).toBe(errors.user_not_accessible.zh)
    }
    const root = await server.root()
    expect((await root.call(api.getUser, { params: { id: 1 } })).data?.username).toBe('root')
    expect((await root.call(api.getUser, { params: { id: 99_999 } })).message).toBe('record not found')
  })

  test('password hashes and access tokens never leave', async () => {
    const response = await server.request('/api/user/?page_size=100', { headers: admin.headers })
    const text = await response.text()
    expect(text).not.toContain('$argon2')
    expect(JSON.parse(text).data[0]).toMatchObject({ password: '', access_token: null, verification_code: '' })
  })
})
