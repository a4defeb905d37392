import { describe, expect, test } from 'bun:test'
import { accessToken } from '#contract/api/account.ts'
import { telegramLogin } from '#contract/api/identity.ts'
import { listOptions } from '#contract/api/options.ts'
import * as api from '#contract/api/second-factor.ts'
import { login, self } from '#contract/api/session.ts'
import { listUsers } from '#contract/api/users.ts'
import { errors } from '#contract/errors.ts'
import { ROLE } from '#contract/roles.ts'
import { linkIdentity } from '#server/people/identity/link.ts'
import { signatureOf } from '#server/people/identity/telegram.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { UserRow } from '#server/platform/store/tables.ts'
import { auditsOf } from '#test/harness/audits.ts'
import { addAuthenticator } from '#test/harness/authenticator.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, PASSWORD, startServer, type TestServer } from '#test/harness/server.ts'
import { serverSite } from '#test/harness/server-site.ts'

const BOT = '1:bot'
const needed = { success: false, status: 200, code: 'second_factor_needed' }

forEachDatabase((_engine, fresh) => {
  const server = serverSite(fresh, { logLevel: 'silent' })
  const db = () => server.services.store.db

  async function newUser(columns: Partial<UserRow> = {}, on: TestServer = server): Promise<LoggedIn> {
    const { username } = await on.addUser(columns)
    return on.login(username, PASSWORD)
  }
  /** Does the first step; returns its answer, and the cookie of the second. */
  async function firstStep(username: string, on: TestServer = server) {
    const answer = await on.call(login, { body: { username, password: PASSWORD } })
    return { answer, ...challengeOf(answer.headers) }
  }
  function challengeOf(headers: Headers) {
    const cookies = headers.getSetCookie()
    const cookie = cookies.find((one) => one.startsWith('login_challenge='))?.split(';')[0] ?? ''
    return { cookies, cookie: { Cookie: cookie } }
  }
  const second = (cookie: { Cookie: string }, code: string, on: TestServer = server) =>
    on.call(api.secondStep, { body: { code } }, cookie)
  const age = (user: LoggedIn) =>
    db().updateTable('sessions').set({ proven_at: 1 }).where('user_id', '=', user.user.id).execute()

  describe('an authenticator app', () => {
    test('counts once a code of it has confirmed it; secret and recovery codes are not stored as they are', async () => {
      const user = await newUser()
      const { data: begun } = await user.call(api.beginTotp, {})
      expect(begun!.address).toStartWith('otpauth://totp/')
      expect((await firstStep(user.user.username)).answer.success).toBe(true)
      const wrong = await user.call(api.confirmTotp, { body: { code: '000000' } })
      expect(wrong).toMatchObject({ message: errors.second_factor_wrong.zh, fields: { code: expect.any(String) } })
      const app = await addAuthenticator(server, user)
      expect(new Set(app.recoveryCodes).size).toBe(10)
      expect((await user.call(self, {})).data?.second_factor).toBe(true)
      expect((await user.call(api.secondFactor, {})).data).toEqual({
        totp: true,
        recovery_codes: 10,
        passkeys: [],
        required: false,
      })
      expect((await user.call(api.beginTotp, {})).message).toBe(errors.second_factor_exists.zh)
      const stored = JSON.stringify([
        await db().selectFrom('authenticators').selectAll().execute(),
        await db().selectFrom('recovery_codes').selectAll().execute(),
      ])
      for (const secret of [begun!.secret, ...app.recoveryCodes]) expect(stored).not.toContain(secret)
      expect((await auditsOf(server, 'user', user.user.id)).at(-1)).toMatchObject({
        action: 'user.update',
        actor_name: user.user.username,
        after: JSON.stringify({ second_factor: 'added' }),
      })
    })

    test('is asked for after the password, which alone opens nothing', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      const { answer, cookies, cookie } = await firstStep(user.user.username)
      expect(answer).toMatchObject(needed)
      expect(answer.data).toBeUndefined()
      expect(cookies).toHaveLength(1)
      expect(cookies[0]).toMatch(/^login_challenge=[\w-]{43}; Max-Age=600; Path=\/api; HttpOnly; SameSite=Lax$/)
      const asSession = {
        Cookie: cookie.Cookie.replace('login_challenge', 'session'),
        'New-Api-User': `${user.user.id}`,
      }
      expect((await server.call(self, {}, asSession)).status).toBe(401)
      expect((await second(cookie, '000000')).message).toBe(errors.second_factor_wrong.zh)
      const done = await second(cookie, ` ${app.next().replace(/^.../, '$& ')} `)
      expect(done.data).toMatchObject({ id: user.user.id, password: '' })
      const session = done.headers
        .getSetCookie()
        .find((one) => one.startsWith('session='))!
        .split(';')[0]!
      expect((await server.call(self, {}, { Cookie: session, 'New-Api-User': `${user.user.id}` })).success).toBe(true)
      expect((await second(cookie, app.next())).message).toBe(errors.login_challenge_expired.zh)
    })

    test('a code works once, and none that is older than the last', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      const enter = async (code: string) => (await second((await firstStep(user.user.username)).cookie, code)).success
      const current = app.at(0)
      expect(await enter(current)).toBe(true)
      expect(await enter(current)).toBe(false)
      expect(await enter(app.at(-1))).toBe(false)
      expect(await enter(app.at(1))).toBe(true)
    })

    test('of two logins with one code at the same time, one passes', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      const cookies = await Promise.all([1, 2, 3].map(async () => (await firstStep(user.user.username)).cookie))
      const code = app.at(0)
      const answers = await Promise.all(cookies.map((cookie) => second(cookie, code)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
    })

    test('is asked for by other ways of logging in, too', async () => {
      await setOptions(server, { TelegramBotToken: BOT, TelegramBotName: 'bot', TelegramOAuthEnabled: true })
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      await db()
        .transaction()
        .execute((trx) => linkIdentity(trx, { name: 'telegram' }, { subject: '77', shownId: '77' }, user.user.id))
      const fields = { id: '77', auth_date: String(nowInSeconds()), first_name: 'Ann' }
      const answer = await server.call(telegramLogin, { query: { ...fields, hash: signatureOf(fields, BOT) } })
      expect(answer).toMatchObject(needed)
      expect((await second(challengeOf(answer.headers).cookie, app.next())).data?.id).toBe(user.user.id)
    })

    test('a recovery code works once, however it is written', async () => {
      const user = await newUser()
      const { recoveryCodes } = await addAuthenticator(server, user)
      const stranger = await newUser()
      const others = await addAuthenticator(server, stranger)
      const enter = async (code: string) => (await second((await firstStep(user.user.username)).cookie, code)).success
      expect(await enter(others.recoveryCodes[0]!)).toBe(false)
      expect(await enter(recoveryCodes[0]!)).toBe(true)
      expect(await enter(recoveryCodes[0]!)).toBe(false)
      expect(await enter(recoveryCodes[1]!.toUpperCase().replaceAll('-', ' '))).toBe(true)
      expect((await user.call(api.secondFactor, {})).data?.recovery_codes).toBe(8)
      const { data: renewed } = await user.call(api.renewRecoveryCodes, {})
      expect(await enter(recoveryCodes[2]!)).toBe(false)
      expect(await enter(renewed![0]!)).toBe(true)
    })

    test('after five wrong codes the password is asked for again; a ban and an end of time count as well', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      const { cookie } = await firstStep(user.user.username)
      for (let n = 0; n < 5; n++) expect((await second(cookie, 'wrong')).message).toBe(errors.second_factor_wrong.zh)
      expect((await second(cookie, app.next())).message).toBe(errors.login_challenge_expired.zh)
      const late = await firstStep(user.user.username)
      await db().updateTable('login_challenges').set({ expires_at: 1 }).where('user_id', '=', user.user.id).execute()
      expect((await second(late.cookie, app.next())).message).toBe(errors.login_challenge_expired.zh)
      const banned = await firstStep(user.user.username)
      await db().updateTable('users').set({ status: 2 }).where('id', '=', user.user.id).execute()
      expect((await second(banned.cookie, app.at(1))).message).toBe(errors.user_banned.zh)
    })

    test('guesses are limited by account, from whatever address; a right code does not count', async () => {
      const limited = await startServer(await fresh.started(), { rateLimit: true, logLevel: 'silent' })
      fresh.atEnd(() => limited.close())
      const user = await newUser({}, limited)
      await addAuthenticator(limited, user)
      const statuses: number[] = []
      for (let n = 0; n < 3; n++) {
        const { cookie } = await firstStep(user.user.username, limited)
        for (let guess = 0; guess < 4; guess++) statuses.push((await second(cookie, '000000', limited)).status)
      }
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
    })

    test('no page of another site finishes a login', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      const { cookie } = await firstStep(user.user.username)
      const headers = { ...cookie, 'Sec-Fetch-Site': 'cross-site' }
      expect((await server.call(api.secondStep, { body: { code: app.next() } }, headers)).status).toBe(403)
    })
  })

  describe('a proof of identity', () => {
    test('is a login, and then the password, for five minutes', async () => {
      const user = await newUser()
      expect((await user.call(api.beginTotp, {})).success).toBe(true)
      await age(user)
      expect(await user.call(api.beginTotp, {})).toMatchObject({ success: false, code: 'proof_needed' })
      const wrong = await user.call(api.prove, { body: { password: 'wrong' } })
      expect(wrong).toMatchObject({ message: errors.wrong_password.zh, fields: { password: expect.any(String) } })
      expect((await user.call(api.beginTotp, {})).code).toBe('proof_needed')
      expect((await user.call(api.prove, { body: { password: PASSWORD } })).success).toBe(true)
      expect((await user.call(api.beginTotp, {})).success).toBe(true)
      const almost = nowInSeconds() - 295
      await db().updateTable('sessions').set({ proven_at: almost }).where('user_id', '=', user.user.id).execute()
      expect((await user.call(api.beginTotp, {})).success).toBe(true)
      await db()
        .updateTable('sessions')
        .set({ proven_at: almost - 6 })
        .where('user_id', '=', user.user.id)
        .execute()
      expect((await user.call(api.beginTotp, {})).code).toBe('proof_needed')
    })

    test('of one session is none of another', async () => {
      const user = await newUser()
      const elsewhere = await server.login(user.user.username, PASSWORD)
      await age(user)
      await elsewhere.call(api.prove, { body: { password: PASSWORD } })
      expect((await user.call(api.beginTotp, {})).code).toBe('proof_needed')
      expect((await elsewhere.call(api.beginTotp, {})).success).toBe(true)
    })

    test('is a code where there is a second factor, and the password alone is none', async () => {
      const user = await newUser()
      const app = await addAuthenticator(server, user)
      await age(user)
      for (const endpoint of [api.removeTotp, api.renewRecoveryCodes]) {
        expect((await user.call(endpoint, {})).code).toBe('proof_needed')
      }
      expect((await user.call(api.prove, { body: { password: PASSWORD } })).message).toBe(errors.second_factor_wrong.zh)
      const code = app.next()
      expect((await user.call(api.prove, { body: { code } })).success).toBe(true)
      expect((await user.call(api.prove, { body: { code } })).message).toBe(errors.second_factor_wrong.zh)
      expect((await user.call(api.removeTotp, {})).success).toBe(true)
      expect((await user.call(api.removeTotp, {})).message).toBe(errors.second_factor_none.zh)
      expect((await user.call(self, {})).data?.second_factor).toBe(false)
      expect((await firstStep(user.user.username)).answer.success).toBe(true)
    })

    test('is a new login for who has no password, and nothing that an access token needs', async () => {
      const user = await newUser()
      await db().updateTable('users').set({ password: '' }).where('id', '=', user.user.id).execute()
      expect((await user.call(api.prove, { body: { password: '' } })).message).toBe(errors.proof_by_login.zh)
      const headers = { Authorization: (await user.call(accessToken, {})).data!, 'New-Api-User': `${user.user.id}` }
      expect((await server.call(api.beginTotp, {}, headers)).success).toBe(true)
    })
  })

  test('administrators reset the factor of lower users, which ends their sessions and writes an audit row', async () => {
    const [admin, other, user] = [
      await newUser({ role: ROLE.admin }),
      await newUser({ role: ROLE.admin }),
      await newUser(),
    ]
    for (const one of [other, user]) await addAuthenticator(server, one)
    const reset = (who: LoggedIn, { user: { id } }: LoggedIn) => who.call(api.resetSecondFactor, { params: { id } })
    expect((await reset(user, user)).message).toBe(errors.role_too_low.zh)
    expect((await reset(admin, other)).success).toBe(false)
    expect((await firstStep(other.user.username)).answer).toMatchObject(needed)
    await age(admin)
    expect((await reset(admin, user)).code).toBe('proof_needed')
    await admin.call(api.prove, { body: { password: PASSWORD } })
    expect((await reset(admin, user)).success).toBe(true)
    expect((await user.call(self, {})).status).toBe(401)
    expect((await firstStep(user.user.username)).answer.success).toBe(true)
    expect((await auditsOf(server, 'user', user.user.id)).at(-1)).toMatchObject({
      actor_name: admin.user.username,
      after: JSON.stringify({ second_factor: 'removed' }),
    })
    expect((await reset(admin, user)).message).toBe(errors.second_factor_none.zh)
    const root = await server.root()
    expect((await reset(root, other)).success).toBe(true)
  })

  test('where administrators need a factor they can add one and do nothing else; users and tokens go on', async () => {
    const required = await startServer(await fresh.started(), { logLevel: 'silent' })
    fresh.atEnd(() => required.close())
    const admin = await newUser({ role: ROLE.admin }, required)
    const user = await newUser({}, required)
    const token = (await admin.call(accessToken, {})).data!
    await setOptions(required, { AdminSecondFactorRequired: true })
    const root = await required.root()
    const missing = { success: false, code: 'second_factor_missing' }
    expect(await admin.call(listUsers, { query: {} })).toMatchObject(missing)
    expect(await root.call(listOptions, {})).toMatchObject(missing)
    expect(await admin.call(accessToken, {})).toMatchObject(missing)
    expect(await (await required.request('/metrics', { headers: root.headers })).json()).toMatchObject(missing)
    const chat = { method: 'POST', headers: root.headers, body: '{"model":"m","messages":[]}' }
    const played = await (await required.request('/pg/chat/completions', chat)).text()
    expect(played).toContain(errors.second_factor_missing.zh)
    expect((await user.call(self, {})).success).toBe(true)
    expect((await user.call(api.secondFactor, {})).data?.required).toBe(false)
    expect((await required.call(listUsers, { query: {} }, { Authorization: token })).success).toBe(true)
    expect((await admin.call(api.secondFactor, {})).data).toEqual({
      totp: false,
      recovery_codes: 0,
      passkeys: [],
      required: true,
    })
    await addAuthenticator(required, admin)
    expect((await admin.call(listUsers, { query: {} })).success).toBe(true)
    await admin.call(api.removeTotp, {})
    expect(await admin.call(listUsers, { query: {} })).toMatchObject(missing)
  })
})
