import { beforeAll, describe, expect, test } from 'bun:test'
import { self } from '#contract/api/session.ts'
import * as api from '#contract/api/users.ts'
import { errors, errorText } from '#contract/errors.ts'
import { MAX_QUOTA } from '#contract/quota.ts'
import { ROLE } from '#contract/roles.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { expectBooksToAgree } from '#test/harness/books.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { relaySite } from '#test/harness/relay-site.ts'
import { type LoggedIn, PASSWORD, type TestServer } from '#test/harness/server.ts'
import { until } from '#test/harness/until.ts'

forEachDatabase((_engine, fresh) => {
  const relay = relaySite(fresh)
  let server: TestServer
  let root: LoggedIn
  const db = () => server.services.store.db

  beforeAll(async () => {
    server = relay.server
    root = relay.root
  }, START_MS)

  const put = (id: number, fields: Record<string, unknown>, actor = root) =>
    actor.call(api.updateUser, { body: { id, ...fields } })
  const read = async (id: number) => (await root.call(api.getUser, { params: { id } })).data!
  const audits = (id: number) => auditsOf(server, 'user', id)
  const notes = (id: number) =>
    db()
      .selectFrom('logs')
      .select(['content', 'quota', 'username'])
      .where('user_id', '=', id)
      .where('type', '=', LOG_TYPE.manage)
      .orderBy('id')
      .execute()

  describe('fields', () => {
    test('only what is given and differs is written; the reply is the user', async () => {
      const { id } = await server.addUser({ display_name: 'Old', email: 'a@b.example', quota: 7 })
      const before = await read(id)
      expect((await put(id, { display_name: 'New', group: 'vip' })).data).toEqual({
        ...before,
        display_name: 'New',
        group: 'vip',
      })
      expect(await audits(id)).toMatchObject([
        {
          action: 'user.update',
          actor_name: 'root',
          before: '{"display_name":"Old","group":"default"}',
          after: '{"display_name":"New","group":"vip"}',
        },
      ])
    })

    test('a ratio is written with an audit row, and one that charges cannot be computed with exactly is refused', async () => {
      const { id } = await server.addUser({})
      expect((await put(id, { user_ratio: 0.85 })).data).toMatchObject({ user_ratio: 0.85 })
      expect(await audits(id)).toMatchObject([{ before: '{"user_ratio":1}', after: '{"user_ratio":0.85}' }])
      for (const user_ratio of [-0.1, 1000.1, 0.1234567891, '0.5', null]) {
        expect((await put(id, { user_ratio })).success).toBe(false)
      }
      expect((await put(id, { user_ratio: 0.85 })).data).toMatchObject({ user_ratio: 0.85 })
      expect(await audits(id)).toHaveLength(1)
    })

    test('a whole user sent back changes nothing, not even what cannot be written', async () => {
      const { id } = await server.addUser({ username: 'github_1234567890', quota: 7, used_quota: 3, aff_quota: 5 })
      const before = await read(id)
      const answer = await put(id, { ...before, used_quota: 0, aff_quota: 0, email: 'x@y.example', status: 2 })
      expect(answer.data).toEqual(before)
      expect([await audits(id), await notes(id)]).toEqual([[], []])
    })

    test('empty names, group and password keep what is there; a display name can be cleared', async () => {
      const { id, username } = await server.addUser({ display_name: 'Shown', group: 'vip' })
      await put(id, { username: '', group: '', password: '', display_name: '' })
      expect(await read(id)).toMatchObject({ username, group: 'vip', display_name: '' })
      expect((await server.login(username, PASSWORD)).user.id).toBe(id)
    })

    test.each([
      [{ username: 'x'.repeat(13) }, 'username', 'username_too_long'],
      [{ username: 'a@b.example' }, 'username', 'username_characters'],
      [{ username: 'a b' }, 'username', 'username_characters'],
      [{ username: 'root' }, 'username', 'username_taken'],
      [{ username: 'Root' }, 'username', 'username_taken'],
      [{ display_name: 'a\u0007' }, 'display_name', 'invalid_parameters'],
      [{ display_name: 'x'.repeat(21) }, 'display_name', 'display_name_too_long'],
      [{ password: 'short' }, 'password', 'password_length'],
    ] as const)('%j is refused', async (fields, field, code) => {
      const { id } = await server.addUser({})
      const before = await read(id)
      const message = errors[code].zh
      expect(await put(id, fields)).toMatchObject({ success: false, message, fields: { [field]: message } })
      expect(await read(id)).toEqual(before)
    })

    test('a name that breaks the rules of today stays when it is sent back', async () => {
      const username = `imported ${Date.now()}@x`
      const { id } = await server.addUser({ username, display_name: 'a very long imported display name' })
      const display_name = 'a very long imported display name'
      expect(await put(id, { username, display_name, group: 'vip' })).toMatchObject({ success: true })
      expect(await read(id)).toMatchObject({ username, display_name, group: 'vip' })
    })

    test('a group must exist, unless it is the one the user has', async () => {
      const { id } = await server.addUser({ group: 'gone' })
      expect((await put(id, { group: 'nope' })).message).toBe(errorText('group_unknown', 'zh', { group: 'nope' }))
      expect((await put(id, { group: 'gone', display_name: 'x' })).success).toBe(true)
    })

    test('a deleted or unknown user is not found', async () => {
      const { id } = await server.addUser({ deleted_at: '2026-01-01T00:00:00.000Z' })
      for (const gone of [id, 999_999]) expect((await put(gone, { quota: 1 })).message).toBe('record not found')
    })

    test('a new group counts for open sessions at once', async () => {
      const { id, username } = await server.addUser({})
      const somebody = await server.login(username, PASSWORD)
      await put(id, { group: 'svip' })
      expect((await somebody.call(self, {})).data?.group).toBe('svip')
      expect((await server.services.callers.userById(id))?.group).toBe('svip')
    })
  })

  describe('a password', () => {
    test('ends all sessions of its user, and is written nowhere in clear', async () => {
      const { id, username } = await server.addUser({})
      const somebody = await server.login(username, PASSWORD)
      await put(id, { password: 'another-one' })
      expect((await somebody.call(self, {})).message).toBe(errors.not_logged_in.zh)
      expect((await server.login(username, 'another-one')).user.id).toBe(id)
      expect((await audits(id)).map(({ after }) => after)).toEqual(['{"password":"changed"}'])
    })

    test('of oneself keeps the session that set it', async () => {
      const other = await server.root()
      expect((await put(root.user.id, { password: '12345678' })).success).toBe(true)
      expect((await root.call(self, {})).success).toBe(true)
      expect((await other.call(self, {})).success).toBe(false)
    })
  })

  describe('roles', () => {
    const addAdmin = async () => server.login((await server.addUser({ role: ROLE.admin })).username, PASSWORD)

    test('administrators change lower roles only, and not themselves', async () => {
      const admin = await addAdmin()
      const peer = await server.addUser({ role: ROLE.admin })
      const ordinary = await server.addUser({})
      for (const id of [peer.id, admin.user.id, root.user.id]) {
        const before = await read(id)
        const answer = await put(id, { quota: 1, password: 'password2' }, admin)
        expect(answer.message).toBe('无权更新同权限等级或更高权限等级的用户信息')
        expect(await read(id)).toEqual(before)
      }
      expect((await put(ordinary.id, { quota: 1 }, admin)).data?.quota).toBe(1)
    })

    test('root changes everybody', async () => {
      const admin = await server.addUser({ role: ROLE.admin })
      expect((await put(admin.id, { display_name: 'A' })).data?.display_name).toBe('A')
      expect((await put(root.user.id, { display_name: 'Root' })).data?.display_name).toBe('Root')
    })

    test('a role in the body is compared, never written', async () => {
      const admin = await addAdmin()
      const { id } = await server.addUser({})
      for (const role of [ROLE.admin, ROLE.root]) {
        const answer = await put(id, { role, quota: 9 }, admin)
        expect(answer.message).toBe('无权将其他用户权限等级提升到大于等于自己的权限等级')
      }
      expect((await put(id, { role: ROLE.admin })).data).toMatchObject({ role: ROLE.user, quota: 0 })
    })
  })

  describe('a balance', () => {
    test('is set with a row in the log and one in the audit log', async () => {
      const { id, username } = await server.addUser({ quota: 500_000 })
      expect((await put(id, { quota: 750_000 })).data?.quota).toBe(750_000)
      const content = '管理员将用户额度从 ＄1.000000 额度修改为 ＄1.500000 额度'
      expect(await notes(id)).toEqual([{ content, quota: 250_000, username }])
      expect(await audits(id)).toMatchObject([{ before: '{"quota":500000}', after: '{"quota":750000}' }])
    })

    test('moves by a change with its reason', async () => {
      const { id } = await server.addUser({ quota: 1000 })
      const answer = await put(id, { quota: 1000, quota_change: '+500', reason: ' refund ' })
      expect(answer.data?.quota).toBe(1500)
      expect((await put(id, { quota_change: '-200' })).data?.quota).toBe(1300)
      expect((await notes(id)).map(({ quota }) => quota)).toEqual([500, -200])
      expect((await notes(id))[0]?.content).toEndWith('，原因：refund')
      expect((await audits(id))[0]).toMatchObject({
        before: '{"quota":1000}',
        after: '{"quota":1500,"reason":"refund"}',
      })
    })

    test('a balance that is not the one its author saw is not changed; what calls were paid with is no change', async () => {
      const { id } = await server.addUser({ quota: 10, used_quota: 3 })
      const seen = { quota: 10, used_quota: 3 }
      expect((await put(id, { quota: 30, seen })).data?.quota).toBe(30)
      const answer = await put(id, { quota: 30, quota_change: '+20', seen })
      expect(answer.message).toBe(errorText('balance_changed', 'zh', { balance: '$0.00006' }))
      expect(answer.fields).toMatchObject({ quota: expect.any(String) })
      expect((await read(id)).quota).toBe(30)
      expect((await put(id, { quota_change: '+20', seen: { quota: 32, used_quota: 1 } })).data?.quota).toBe(50)
    })

    test.each(['500', '+', '+1.5', '1e3', '++5', '+12345678901234567'])('no change is %p', async (quota_change) => {
      const { id } = await server.addUser({ quota: 10 })
      expect((await put(id, { quota_change })).message).toBe(errors.quota_change_invalid.zh)
      expect((await read(id)).quota).toBe(10)
    })

    test('never falls below zero by hand, and stays exact', async () => {
      const { id } = await server.addUser({ quota: 100 })
      const tooLow = errorText('balance_below_zero', 'zh', { balance: '$0.0002' })
      for (const fields of [{ quota: -1 }, { quota_change: '-101' }]) {
        expect((await put(id, fields)).message).toBe(tooLow)
      }
      for (const fields of [{ quota: MAX_QUOTA + 1 }, { quota_change: `+${MAX_QUOTA}` }]) {
        expect((await put(id, fields)).message).toBe(errorText('balance_too_large', 'zh'))
      }
      expect((await put(id, { quota_change: '-100' })).data?.quota).toBe(0)
    })

    test('above the limit can be sent back and lowered, but not raised', async () => {
      // 2⁵⁴: databases of older versions may hold numbers that are not exact any more.
      for (const quota of [MAX_QUOTA + 1000, 2 ** 54]) {
        const { id } = await server.addUser({ quota })
        expect((await put(id, await read(id))).data?.quota).toBe(quota)
        for (const change of [{ quota: quota + 4 }, { quota_change: '+4' }]) {
          expect((await put(id, change)).message).toBe(errorText('balance_too_large', 'zh'))
        }
        expect((await put(id, { quota_change: '-200' })).data?.quota).toBe(quota - 200)
        expect((await put(id, { quota: 5 })).data?.quota).toBe(5)
      }
    })

    test('below zero can be sent back and raised', async () => {
      const { id } = await server.addUser({ quota: -50 })
      expect((await put(id, { quota: -50, display_name: 'x' })).success).toBe(true)
      expect((await put(id, { quota_change: '+20' })).data?.quota).toBe(-30)
    })
  })

  describe('a balance of which a node holds a lease', () => {
    async function caller(quota: number) {
      const user = await server.addUser({ quota })
      const model = relay.model()
      await relay.channel({ models: model })
      const token = await relay.token({}, await server.login(user.username, PASSWORD))
      return { ...user, model, token }
    }
    const leases = (id: number) =>
      db().selectFrom('wallet_leases').selectAll().where('owner_kind', '=', 'user').where('owner_id', '=', id).execute()

    test('is what was set, and calls after that pay from it', async () => {
      const { id, model, token } = await caller(1_000_000)
      await relay.chat(token, { model, fake: { tokens: 10 } })
      await relay.charges(model, 1)
      expect(await leases(id)).toHaveLength(1)
      const { quota } = await read(id)
      expect(quota).toBe(1_000_000 - 21)
      expect((await put(id, { quota: 42 })).data?.quota).toBe(42)
      // The node returns its lease right after the change.
      await until(async () => (await leases(id)).every(({ granted, spent }) => granted <= spent))
      for (const status of [200, 200, 403]) {
        expect((await relay.chat(token, { model, max_tokens: 10, fake: { tokens: 10 } })).status).toBe(status)
      }
      await relay.charges(model, 3)
      expect(await expectBooksToAgree(server.services.store, id)).toEqual({ charged: 63, calls: 3, balance: 0 })
    })

    test('set during a call is charged for that call afterwards', async () => {
      const { id, model, token } = await caller(1_000_000)
      const call = relay.chat(token, { model, fake: { tokens: 10, first_byte_ms: 300 } })
      await until(() => relay.tried(model).length === 1)
      expect((await put(id, { quota: 5000 })).data?.quota).toBe(5000)
      await (await call).text()
      await relay.charges(model, 1)
      expect((await expectBooksToAgree(server.services.store, id)).balance).toBe(5000 - 21)
    })

    test('forty changes and a hundred calls at once all count', async () => {
      const { id, model, token } = await caller(1_000_000)
      const changes = Array.from({ length: 40 }, (_, index) => put(id, { quota_change: index % 4 ? '+100' : '-50' }))
      const calls = Array.from({ length: 100 }, async () =>
        (await relay.chat(token, { model, fake: { tokens: 10 } })).text(),
      )
      expect((await Promise.all(changes)).every(({ success }) => success)).toBe(true)
      await Promise.all(calls)
      await relay.charges(model, 100)
      const { balance } = await expectBooksToAgree(server.services.store, id)
      expect(balance).toBe(1_000_000 + 30 * 100 - 10 * 50 - 100 * 21)
      expect(await notes(id)).toHaveLength(40)
    })
  })
})
