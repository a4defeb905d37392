import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import * as api from '#contract/api/session.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'
import { ensureRoot } from './root.ts'

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  const db = () => server.services.store.db

  beforeAll(async () => {
    server = await startServer(await fresh.started())
  })
  afterAll(() => server.close())

  describe('first start', () => {
    test('creates root with its balance', async () => {
      const { user } = await server.root()
      expect(user).toMatchObject({ id: 1, username: 'root', display_name: 'Root User', role: 100, quota: 100_000_000 })
      expect(user.aff_code).toMatch(/^[0-9A-Za-z]{4}$/)
    })

    test('nodes that start together create one root', async () => {
      const store = await fresh.store()
      await Promise.all([1, 2, 3].map(() => ensureRoot(store.db, '123456')))
      expect(await store.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'root' }])
    })

    test('a database with users gets no root', async () => {
      const store = await fresh.store()
      await store.db.insertInto('users').values({ username: 'imported', password: '' }).execute()
      await ensureRoot(store.db, '123456')
      expect(await store.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'imported' }])
    })
  })

  describe('login', () => {
    test('sets a cookie that scripts and foreign pages cannot use', async () => {
      const answer = await server.call(api.login, { body: { username: 'root', password: '123456' } })
      const [cookie] = answer.headers.getSetCookie()
      expect(cookie).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
      const stored = await db().selectFrom('sessions').select('id').execute()
      expect(JSON.stringify(stored)).not.toContain(cookie!.slice(8, 51))
    })

    test('over https the cookie is secure', async () => {
      const body = JSON.stringify({ username: 'root', password: '123456' })
      const response = await server.request('https://switchyard.test/api/user/login', { method: 'POST', body })
      expect(response.headers.get('set-cookie')).toContain('; Secure')
    })

    test('wrong password, unknown user, deleted user and ban have one message', async () => {
      const banned = await server.addUser({ status: USER_STATUS.disabled })
      const deleted = await server.addUser({ deleted_at: '2026-01-01T00:00:00.000Z' })
      const tries = [
        { username: 'root', password: 'wrong' },
        { username: 'nobody', password: 'wrong' },
        { username: banned.username, password: PASSWORD },
        { username: deleted.username, password: PASSWORD },
      ]
      for (const body of tries) {
        const answer = await server.call(api.login, { body })
        expect(answer).toMatchObject({ status: 200, success: false, message: errors.wrong_credentials.zh })
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
    })

    test('an e-mail address works as long as it is of one user alone', async () => {
      const { id } = await server.addUser({ email: 'one@example.com' })
      await server.addUser({ email: 'two@example.com' })
      await server.addUser({ email: 'two@example.com' })
      expect((await server.login('one@example.com', PASSWORD)).user.id).toBe(id)
      const answer = await server.call(api.login, { body: { username: 'two@example.com', password: PASSWORD } })
      expect(answer.message).toBe(errors.wrong_credentials.zh)
    })

    test('empty fields and bad JSON are invalid', async () => {
      const empty = await server.call(api.login, { body: { username: '', password: 'x' } })
      expect(empty.message).toBe('无效的参数')
      const response = await server.request('/api/user/login', { method: 'POST', body: '{' })
      expect(await response.json()).toEqual({ success: false, message: '无效的参数' })
    })

    test('an account under attack opens at once on a device that knows it, and after a wait on another', async () => {
      const guarded = await startServer(await fresh.started(), { rateLimit: true })
      fresh.atEnd(() => guarded.close())
      const { username } = await guarded.addUser({})
      const body = { username, password: PASSWORD }
      const first = await guarded.call(api.login, { body })
      const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith('device='))
      expect(device).toMatch(/^device=[\w-]{22}\.[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/)
      const account = username.toLowerCase()
      for (let n = 0; n < 45; n++) {
        await guarded.services.limits.password({ ip: `192.0.2.${n}`, account, device: undefined })
      }
      const guesses = spyOn(guarded.services.limits, 'password')
      const waitOf = async (headers: Record<string, string>) => {
        expect(await guarded.call(api.login, { body }, headers)).toMatchObject({ success: true })
        const { value } = guesses.mock.results.at(-1) as { value: Promise<{ waitMs: number }> }
        return (await value).waitMs
      }
      expect(await waitOf({ Cookie: `device=${'x'.repeat(22)}.${'y'.repeat(43)}` })).toBe(1000)
      expect(await waitOf({ Cookie: device!.split(';')[0]! })).toBe(0)
    })

    test('answers in English when that is preferred', async () => {
      const body = { username: 'root', password: 'wrong' }
      const answer = await server.call(api.login, { body }, { 'Accept-Language': 'en-GB,en;q=0.9,zh;q=0.5' })
      expect(answer.message).toBe(errors.wrong_credentials.en)
    })
  })

  test('a login keeps the language of the browser, unless one is known', async () => {
    const { username } = await server.addUser({})
    const languageAfter = async (headers: Record<string, string>) =>
      (await server.call(api.login, { body: { username, password: PASSWORD } }, headers)).data?.language
    expect(await languageAfter({})).toBe('')
    expect(await languageAfter({ 'Accept-Language': 'fr' })).toBe('')
    expect(await languageAfter({ 'Accept-Language': 'en-GB,zh;q=0.5' })).toBe('en')
    expect(await languageAfter({ 'Accept-Language': 'zh-CN' })).toBe('en')
  })

  describe('session', () => {
    test('logout ends it on the server', async () => {
      const root = await server.root()
      expect((await root.call(api.self, {})).success).toBe(true)
      const answer = await root.call(api.logout, {})
      expect(answer).toMatchObject({ success: true, message: '' })
      expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
      expect((await root.call(api.self, {})).status).toBe(401)
    })

    test('no page of another site can log a visitor out', async () => {
      const root = await server.root()
      for (const site of ['cross-site', 'same-site']) {
        for (const endpoint of [api.logout, api.logoutByGet]) {
          const answer = await root.call(endpoint, {}, { 'Sec-Fetch-Site': site })
          expect(answer).toMatchObject({ status: 403, success: false })
          expect(answer.headers.get('set-cookie')).toBeNull()
        }
      }
      expect((await root.call(api.self, {})).success).toBe(true)
      expect((await root.call(api.logoutByGet, {}, { 'Sec-Fetch-Site': 'same-origin' })).success).toBe(true)
      expect((await root.call(api.self, {})).status).toBe(401)
    })

    test('an expired session is none', async () => {
      const { username } = await server.addUser({})
      const user = await server.login(username, PASSWORD)
      await db().updateTable('sessions').set({ expires_at: 1 }).where('user_id', '=', user.user.id).execute()
      expect((await user.call(api.self, {})).message).toBe(errors.not_logged_in.zh)
    })

    test('its last use is noted at most once a minute', async () => {
      const { username, id } = await server.addUser({})
      const user = await server.login(username, PASSWORD)
      const seen = async () =>
        (await db().selectFrom('sessions').select('last_seen_at').where('user_id', '=', id).executeTakeFirstOrThrow())
          .last_seen_at
      const now = await seen()
      await db()
        .updateTable('sessions')
        .set({ last_seen_at: now - 30 })
        .where('user_id', '=', id)
        .execute()
      await user.call(api.self, {})
      expect(await seen()).toBe(now - 30)
      await db()
        .updateTable('sessions')
        .set({ last_seen_at: now - 61 })
        .where('user_id', '=', id)
        .execute()
      await user.call(api.self, {})
      expect(await seen()).toBeGreaterThanOrEqual(now)
    })

    test('the user header is checked in the family’s order', async () => {
      const root = await server.root()
      const cookie = { Cookie: root.headers.Cookie! }
      const self = (headers: Record<string, string>) => server.call(api.self, {}, headers)
      expect(await self({})).toMatchObject({ status: 401, message: errors.not_logged_in.zh })
      expect(await self(cookie)).toMatchObject({ status: 401, message: errors.user_header_missing.zh })
      const bad = await self({ ...cookie, 'New-Api-User': 'abc' })
      expect(bad).toMatchObject({ status: 401, message: errors.user_header_invalid.zh })
      const other = await self({ ...cookie, 'New-Api-User': '-1' })
      expect(other).toMatchObject({ status: 401, message: errors.user_header_mismatch.zh })
      expect((await self({ ...cookie, 'New-API-User': '1' })).success).toBe(true)
    })

    test('a ban and a demotion work at once', async () => {
      const { username, id } = await server.addUser({ role: ROLE.admin })
      const admin = await server.login(username, PASSWORD)
      const change = async (columns: { role?: number; status?: number }) => {
        await db().updateTable('users').set(columns).where('id', '=', id).execute()
        server.services.bus.publish({ kind: 'user', id })
      }
      await change({ status: USER_STATUS.disabled })
      expect(await admin.call(api.self, {})).toMatchObject({ status: 200, message: errors.user_banned.zh })
      await change({ status: USER_STATUS.enabled, role: ROLE.user })
      const answer = await server.request('/api/group', { headers: admin.headers })
      expect(await answer.json()).toEqual({ success: false, message: errors.role_too_low.zh })
    })
  })

  describe('access token', () => {
    test('stands in for a session, without the user header', async () => {
      const access_token = server.services.vault.hash('system-access-token')
      const { id } = await server.addUser({ access_token })
      const self = (authorization: string) => server.call(api.self, {}, { Authorization: authorization })
      expect((await self('system-access-token')).data?.id).toBe(id)
      expect((await self('Bearer system-access-token')).data?.id).toBe(id)
      expect(await self('wrong')).toMatchObject({ status: 200, message: errors.access_token_invalid.zh })
    })
  })

  describe('own profile', () => {
    test('a new password needs the old one and ends the other sessions', async () => {
      const { username } = await server.addUser({})
      const here = await server.login(username, PASSWORD)
      const there = await server.login(username, PASSWORD)
      const wrong = await here.call(api.updateSelf, { body: { original_password: 'x', password: 'new-password' } })
      expect(wrong).toMatchObject({ message: '原密码错误', fields: { original_password: '原密码错误' } })
      const body = { original_password: PASSWORD, password: 'new-password' }
      expect((await here.call(api.updateSelf, { body })).success).toBe(true)
      expect((await here.call(api.self, {})).success).toBe(true)
      expect((await there.call(api.self, {})).status).toBe(401)
      await server.login(username, 'new-password')
    })

    test('a short or long password is refused', async () => {
      const { username } = await server.addUser({})
      const user = await server.login(username, PASSWORD)
      for (const password of ['1234567', 'x'.repeat(21)]) {
        const answer = await user.call(api.updateSelf, { body: { original_password: PASSWORD, password } })
        expect(answer).toMatchObject({
          message: errors.password_length.zh,
          fields: { password: errors.password_length.zh },
        })
      }
    })

    test('a display name changes alone, and the balance stays', async () => {
      const { username } = await server.addUser({ quota: 77 })
      const user = await server.login(username, PASSWORD)
      await user.call(api.updateSelf, { body: { display_name: 'New Name', password: '' } })
      const { data } = await user.call(api.self, {})
      expect(data).toMatchObject({ display_name: 'New Name', quota: 77, password: '', access_token: null })
    })

    test('groups are the usable ones with their labels', async () => {
      const { username } = await server.addUser({ group: 'svip' })
      const user = await server.login(username, PASSWORD)
      const groups = { svip: '用户分组', default: '默认分组', vip: 'vip分组' }
      expect((await user.call(api.selfGroups, {})).data).toEqual(groups)
      const { svip: _own, ...anybodys } = groups
      expect((await server.call(api.visitorGroups, {})).data).toEqual(anybodys)
    })
  })
})
