import { describe, expect, test } from 'bun:test'
import * as api from '#contract/api/account.ts'
import { emailBind } from '#contract/api/identity.ts'
import { sendEmailCode } from '#contract/api/registration.ts'
import { login, self, updateSelf } from '#contract/api/session.ts'
import { updateUser } from '#contract/api/users.ts'
import { errors } from '#contract/errors.ts'
import { LOG_TYPE } from '#contract/statuses.ts'
import type { UserRow } from '#server/platform/store/tables.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { startMailHost } from '#test/harness/mail.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, PASSWORD } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const db = () => server.services.store.db

  async function newUser(columns: Partial<UserRow> = {}): Promise<LoggedIn> {
    const { username } = await server.addUser(columns)
    return server.login(username, PASSWORD)
  }
  const row = (id: number) => db().selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  describe('names', () => {
    test('change within the rules and are current at once', async () => {
      const user = await newUser()
      const username = `new-${user.user.id}`
      expect((await user.call(updateSelf, { body: { username, display_name: 'Näme' } })).success).toBe(true)
      expect((await user.call(self, {})).data).toMatchObject({ username, display_name: 'Näme' })
      expect((await server.services.callers.userById(user.user.id))?.username).toBe(username)
      await server.login(username, PASSWORD)
    })

    test.each([
      [{ username: 'thirteen-char' }, 'username_too_long'],
      [{ username: 'a@b.example' }, 'username_characters'],
      [{ display_name: 'x'.repeat(21) }, 'display_name_too_long'],
      [{ display_name: 'a\u0007' }, 'invalid_parameters'],
      [{ username: 'root' }, 'username_taken'],
      [{ username: 'ROOT' }, 'username_taken'],
    ] as const)('refuses %p', async (change, code) => {
      const user = await newUser()
      const answer = await user.call(updateSelf, { body: change })
      expect(answer).toMatchObject({ success: false, message: errors[code].zh })
      expect(Object.keys(answer.fields ?? {})).toEqual(Object.keys(change))
      expect((await user.call(self, {})).data?.username).toBe(user.user.username)
    })
  })

  test('a name may become another one of its own, also where somebody else has had a like one for long', async () => {
    const { username } = await server.addUser({ username: 'Twin' })
    const user = await newUser({ username: 'twin' })
    expect((await server.login(username, PASSWORD)).user.username).toBe('Twin')
    expect((await user.call(updateSelf, { body: { username: 'twin', display_name: 'x' } })).success).toBe(true)
    expect((await user.call(updateSelf, { body: { username: 'TWIN' } })).message).toBe(errors.username_taken.zh)
    const alone = await newUser({ username: 'alone' })
    expect((await alone.call(updateSelf, { body: { username: 'Alone' } })).success).toBe(true)
  })

  test('mails before a token expires are on until they are turned off', async () => {
    const user = await server.login((await server.addUser({})).username, PASSWORD)
    const wanted = async () => (await user.call(self, {})).data?.expiry_mails
    expect(await wanted()).toBe(true)
    expect((await user.call(updateSelf, { body: { expiry_mails: false } })).success).toBe(true)
    expect(await wanted()).toBe(false)
    expect((await user.call(updateSelf, { body: { display_name: 'Name' } })).success).toBe(true)
    expect(await wanted()).toBe(false)
  })

  test('a language is changed alone, and is one that there is', async () => {
    const user = await newUser()
    const language = async () => (await user.call(self, {})).data?.language
    expect((await user.call(updateSelf, { body: { language: 'en' } })).success).toBe(true)
    expect(await language()).toBe('en')
    expect((await user.call(updateSelf, { body: { language: 'fr' as 'en' } })).message).toBe('Invalid parameters')
    await user.call(updateSelf, { body: { display_name: 'x' } })
    expect(await language()).toBe('en')
  })

  test('who has no password sets the first one without an old one', async () => {
    const user = await newUser()
    await db().updateTable('users').set({ password: '' }).where('id', '=', user.user.id).execute()
    const first = { password: 'first-password' }
    const hasPassword = async () => (await user.call(self, {})).data?.has_password
    expect(await hasPassword()).toBe(false)
    expect((await user.call(updateSelf, { body: first })).success).toBe(true)
    await server.login(user.user.username, 'first-password')
    expect(await hasPassword()).toBe(true)
    expect((await user.call(updateSelf, { body: first })).message).toBe(errors.original_password_needed.zh)
  })

  describe('access token', () => {
    const as = (token: string) => server.call(self, {}, { Authorization: token })

    test('is shown once, stored as a hash, and ends the one before', async () => {
      const user = await newUser()
      const first = (await user.call(api.accessToken, {})).data!
      expect(first).toMatch(/^[0-9A-Za-z]{32}$/)
      expect((await as(first)).data).toMatchObject({ id: user.user.id, access_token: null })
      expect(JSON.stringify(await row(user.user.id))).not.toContain(first)
      const second = (await user.call(api.accessToken, {})).data!
      expect((await as(first)).message).toBe(errors.access_token_invalid.zh)
      expect((await as(`Bearer ${second}`)).data?.id).toBe(user.user.id)
    })
  })

  describe('a new password and the access token', () => {
    const isAlive = async (token: string) => (await server.call(self, {}, { Authorization: token })).success
    const change = { original_password: PASSWORD, password: 'password-2' }

    test('ends it, unless its owner keeps it', async () => {
      for (const keep of [undefined, false, true]) {
        const user = await newUser()
        const token = (await user.call(api.accessToken, {})).data!
        await user.call(updateSelf, { body: { display_name: 'Other' } })
        expect(await isAlive(token)).toBe(true)
        const body = { ...change, ...(keep === undefined ? {} : { keep_access_token: keep }) }
        expect((await user.call(updateSelf, { body })).success).toBe(true)
        expect(await isAlive(token)).toBe(keep === true)
      }
    })

    test('ends it where an administrator sets the password', async () => {
      const user = await newUser()
      const token = (await user.call(api.accessToken, {})).data!
      const root = await server.root()
      expect((await root.call(updateUser, { body: { id: user.user.id, password: 'password-2' } })).success).toBe(true)
      expect(await isAlive(token)).toBe(false)
    })
  })

  describe('invites', () => {
    test('a code is made on demand and stays', async () => {
      const user = await newUser({ aff_code: null })
      const codes = await Promise.all([1, 2, 3].map(() => user.call(api.affCode, {})))
      const code = codes[0]!.data!
      expect(code).toMatch(/^[0-9A-Za-z]{4}$/)
      expect(codes.map(({ data }) => data)).toEqual([code, code, code])
      expect((await user.call(api.affCode, {})).data).toBe(code)
    })

    test('an empty code of an imported user is replaced', async () => {
      const user = await newUser({ aff_code: '' })
      expect((await user.call(api.affCode, {})).data).toHaveLength(4)
    })

    test('earnings move into the balance, with a row that moves them', async () => {
      const user = await newUser({ aff_quota: 1_200_000, aff_history: 2_000_000, quota: 7 })
      const answer = await user.call(api.affTransfer, { body: { quota: 700_000 } })
      expect(answer).toMatchObject({ success: true, message: '划转成功' })
      expect((await user.call(self, {})).data).toMatchObject({
        quota: 700_007,
        aff_quota: 500_000,
        aff_history_quota: 2_000_000,
      })
      const logs = await db().selectFrom('logs').selectAll().where('user_id', '=', user.user.id).execute()
      expect(logs).toMatchObject([{ type: LOG_TYPE.system, quota: 700_000, content: '邀请收益划转 ＄1.400000 额度' }])
    })

    test('transfers at the same time never move more than there is', async () => {
      const user = await newUser({ aff_quota: 1_700_000 })
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => user.call(api.affTransfer, { body: { quota: 500_000 } })),
      )
      expect(answers.filter(({ success }) => success)).toHaveLength(3)
      expect(await row(user.user.id)).toMatchObject({ quota: 1_500_000, aff_quota: 200_000 })
      const refused = answers.find(({ success }) => !success)
      expect(refused?.message).toBe('划转失败 邀请额度不足！')
    })

    test('the smallest transfer is one dollar', async () => {
      const user = await newUser({ aff_quota: 1_000_000 })
      const small = await user.call(api.affTransfer, { body: { quota: 499_999 } })
      expect(small.message).toBe('划转失败 转移额度最小为＄1.000000 额度！')
      for (const quota of [0, -500_000, 500_000.5]) {
        expect((await user.call(api.affTransfer, { body: { quota } })).message).toBe(errors.invalid_parameters.zh)
      }
      expect((await row(user.user.id)).aff_quota).toBe(1_000_000)
    })
  })

  describe('deletion', () => {
    test('marks the account; sessions, access token and tokens are dead at once', async () => {
      const user = await newUser()
      const elsewhere = await server.login(user.user.username, PASSWORD)
      const token = (await user.call(api.accessToken, {})).data!
      // A warm cache must not keep the deleted user's tokens valid.
      expect(await server.services.callers.userById(user.user.id)).toBeDefined()
      const answer = await user.call(api.deleteSelf, {})
      expect(answer).toMatchObject({ success: true, message: '' })
      expect(answer.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0/)
      expect((await elsewhere.call(self, {})).status).toBe(401)
      expect((await server.call(self, {}, { Authorization: token })).message).toBe(errors.access_token_invalid.zh)
      expect(await server.services.callers.userById(user.user.id)).toBeUndefined()
      expect((await row(user.user.id)).deleted_at).toMatch(/^\d{4}-\d\d-\d\dT/)
      const again = await server.call(login, { body: { username: user.user.username, password: PASSWORD } })
      expect(again.message).toBe(errors.wrong_credentials.zh)
    })

    test('is not for root', async () => {
      const root = await server.root()
      expect((await root.call(api.deleteSelf, {})).message).toBe('不能删除超级管理员账户')
      expect((await root.call(self, {})).success).toBe(true)
    })
  })

  describe('sessions', () => {
    test('are listed with what tells them apart, and no secret', async () => {
      const user = await newUser()
      const body = { username: user.user.username, password: PASSWORD }
      await server.call(login, { body }, { 'User-Agent': 'Other Browser' })
      const { data } = await user.call(api.listSessions, {})
      expect(data).toHaveLength(2)
      expect(data!.filter(({ current }) => current)).toHaveLength(1)
      expect(data!.find(({ current }) => !current)).toMatchObject({ ip: '127.0.0.1', user_agent: 'Other Browser' })
      expect(JSON.stringify(data)).not.toContain(user.headers.Cookie!.split('=')[1]!)
    })

    test('end one by one, and only the own', async () => {
      const user = await newUser()
      const elsewhere = await server.login(user.user.username, PASSWORD)
      const stranger = await newUser()
      const other = (await user.call(api.listSessions, {})).data!.find(({ current }) => !current)!
      const params = { id: other.id }
      expect((await stranger.call(api.revokeSession, { params })).message).toBe('record not found')
      expect((await elsewhere.call(self, {})).success).toBe(true)
      expect((await user.call(api.revokeSession, { params })).success).toBe(true)
      expect((await elsewhere.call(self, {})).status).toBe(401)
      expect((await user.call(api.revokeSession, { params })).message).toBe('record not found')
      expect((await user.call(self, {})).success).toBe(true)
    })

    test('all but the own end together, and nobody else’s', async () => {
      const user = await newUser()
      const others = [
        await server.login(user.user.username, PASSWORD),
        await server.login(user.user.username, PASSWORD),
      ]
      const stranger = await newUser()
      expect((await user.call(api.revokeOtherSessions, {})).data).toBe(2)
      for (const other of others) expect((await other.call(self, {})).status).toBe(401)
      for (const who of [user, stranger]) expect((await who.call(self, {})).success).toBe(true)
      expect((await user.call(api.revokeOtherSessions, {})).data).toBe(0)
    })
  })

  test('an e-mail address is bound with its code, once and by one user', async () => {
    const mails = await startMailHost()
    await setOptions(server, { SMTPServer: '127.0.0.1', SMTPPort: mails.port, SMTPFrom: 'a@example.com' })
    const [user, rival] = [await newUser(), await newUser()]
    const email = 'bound@example.com'
    await user.call(sendEmailCode, { query: { email } })
    const code = /\b\d{6}\b/.exec((await mails.next(email)).text)![0]
    await mails.stop()
    const bind = (who: LoggedIn, given: string) => who.call(emailBind, { query: { email, code: given } })
    expect((await bind(user, 'wrong')).message).toBe('验证码错误或已过期')
    const answers = await Promise.all([bind(user, code), bind(rival, code)])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    const owners = await db().selectFrom('users').select('id').where('email', '=', email).execute()
    expect(owners).toHaveLength(1)
  })
})
