import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Input } from '#contract/api/endpoint.ts'
import * as api from '#contract/api/registration.ts'
import { login, self } from '#contract/api/session.ts'
import { type ErrorCode, errors } from '#contract/errors.ts'
import { LOG_TYPE, USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { MailHost } from '#test/harness/mail.ts'
import { startMailingServer } from '#test/harness/mailing-server.ts'
import { setOptions } from '#test/harness/options.ts'
import type { TestServer } from '#test/harness/server.ts'

type RegistrationForm = Input<typeof api.register>['body']

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let mails: MailHost
  let close: () => Promise<void>
  let names = 0
  const db = () => server.services.store.db

  beforeAll(async () => {
    const options = { EmailDomainWhitelist: 'example.com, Allowed.example' }
    ;({ server, mails, close } = await startMailingServer(await fresh.started(), options))
  })
  afterAll(() => close())
  beforeEach(() =>
    setOptions(server, {
      RegisterEnabled: true,
      PasswordRegisterEnabled: true,
      EmailVerificationEnabled: false,
      EmailDomainRestrictionEnabled: false,
      EmailAliasRestrictionEnabled: false,
      QuotaForNewUser: 0,
      QuotaForInvitee: 0,
      QuotaForInviter: 0,
    }),
  )

  const newName = () => `name-${++names}`
  const newAddress = () => `mail-${++names}@example.com`
  const register = (fields: Partial<RegistrationForm> = {}) =>
    server.call(api.register, { body: { username: newName(), password: 'password-1', ...fields } })
  const row = (username: string) =>
    db().selectFrom('users').selectAll().where('username', '=', username).executeTakeFirstOrThrow()
  const logsOf = (userId: number) =>
    db()
      .selectFrom('logs')
      .select(['type', 'content', 'quota', 'username'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  const refusedAs = (code: ErrorCode) => ({ success: false, message: errors[code].zh })
  const send = (email: string) => server.call(api.sendEmailCode, { query: { email } })
  const codeIn = (text: string) => /\b\d{6}\b/.exec(text)![0]
  async function mailedCode(email: string): Promise<string> {
    expect(await send(email)).toMatchObject({ success: true, message: '' })
    return codeIn((await mails.next(email.toLowerCase())).text)
  }

  describe('registration', () => {
    test('makes an ordinary user, who is logged in and can log in again', async () => {
      const username = newName()
      const answer = await register({ username, email: 'unproven@example.com' })
      expect(answer).toMatchObject({ success: true, message: '' })
      expect(answer.data).toMatchObject({ username, role: 1, password: '', user: { username, access_token: null } })
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const me = await server.call(self, {}, { Cookie: cookie, 'New-Api-User': String(answer.data!.id) })
      expect(me.data).toMatchObject({ username, id: answer.data!.id })
      const { user } = await server.login(username, 'password-1')
      expect(user).toMatchObject({
        username,
        display_name: username,
        role: 1,
        status: 1,
        group: 'default',
        quota: 0,
        email: '',
      })
    })

    test('keeps the language of the browser', async () => {
      const username = newName()
      const body = { username, password: 'password-1' }
      await server.call(api.register, { body }, { 'Accept-Language': 'en-US,en;q=0.9' })
      expect((await server.login(username, 'password-1')).user.language).toBe('en')
    })

    test.each([
      ['RegisterEnabled', 'register_disabled'],
      ['PasswordRegisterEnabled', 'password_register_disabled'],
    ] as const)('%s switches it off', async (key, code) => {
      await setOptions(server, { [key]: false })
      expect(await register()).toMatchObject(refusedAs(code))
    })

    test.each([
      [{ username: '' }, 'invalid_parameters', 'username'],
      [{ username: 'thirteen-char' }, 'username_too_long', 'username'],
      [{ username: 'a@b.example' }, 'username_characters', 'username'],
      [{ username: 'a b' }, 'username_characters', 'username'],
      [{ password2: 'password-2' }, 'password_mismatch', 'password2'],
      [{ username: 'a\u200bb' }, 'username_characters', 'username'],
      // Invisible letters and marks.
      [{ username: '\u3164' }, 'username_characters', 'username'],
      [{ username: 'root\ufe0f' }, 'username_characters', 'username'],
      [{ username: 'root\u2800' }, 'username_characters', 'username'],
      // A Cyrillic o, a Greek one, and wide letters.
      [{ username: 'r\u043eot' }, 'username_scripts', 'username'],
      [{ username: 'ro\u03bft' }, 'username_scripts', 'username'],
      [{ username: '\uff32\uff4f\uff4f\uff54' }, 'username_taken', 'username'],
      [{ password: 'seven-7' }, 'password_length', 'password'],
      [{ password: ' '.repeat(8) }, 'password_blank', 'password'],
      [{ username: 'Root' }, 'username_taken', 'username'],
      [{ password: 'x'.repeat(21) }, 'password_length', 'password'],
      [{ email: 'nonsense' }, 'invalid_parameters', 'email'],
    ] as const)('refuses %p', async (fields, code, field) => {
      const answer = await register(fields)
      expect(answer).toMatchObject(refusedAs(code))
      expect(Object.keys(answer.fields ?? {})).toEqual([field])
    })

    test.each(['мир-1', '张三（测试）', 'élève', 'naïve中文'])('takes %p', async (username) => {
      expect(await register({ username })).toMatchObject({ success: true })
    })

    test('a name is taken for good, also by a deleted user', async () => {
      const { username } = await server.addUser({ username: newName(), deleted_at: '2026-01-01T00:00:00.000Z' })
      expect(await register({ username })).toMatchObject({
        ...refusedAs('username_taken'),
        fields: { username: errors.username_taken.zh },
      })
    })

    test('one name at the same time is one user', async () => {
      const username = newName()
      const answers = await Promise.all(Array.from({ length: 5 }, () => register({ username })))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(answers.filter(({ message }) => message === errors.username_taken.zh)).toHaveLength(4)
    })
  })

  describe('gifts', () => {
    test('new users get theirs, with a row that moves it', async () => {
      await setOptions(server, { QuotaForNewUser: 1000 })
      const username = newName()
      await register({ username, aff_code: 'nobody' })
      const user = await row(username)
      expect(user).toMatchObject({ quota: 1000, inviter_id: 0 })
      expect(await logsOf(user.id)).toEqual([
        { type: LOG_TYPE.system, content: '新用户注册赠送 ＄0.002000 额度', quota: 1000, username },
      ])
    })

    test('an invite rewards both sides once, however many register at the same time', async () => {
      await setOptions(server, { QuotaForNewUser: 10, QuotaForInvitee: 20, QuotaForInviter: 30 })
      const inviter = await server.addUser({ aff_code: 'Inv1', aff_quota: 5, aff_history: 7, quota: 100 })
      const usernames = Array.from({ length: 50 }, newName)
      const answers = await Promise.all(usernames.map((username) => register({ username, aff_code: 'Inv1' })))
      expect(answers.every(({ success }) => success)).toBe(true)
      expect(await row(inviter.username)).toMatchObject({
        aff_count: 50,
        aff_quota: 5 + 50 * 30,
        aff_history: 7 + 50 * 30,
        quota: 100,
      })
      const invitee = await row(usernames[49]!)
      expect(invitee).toMatchObject({ quota: 30, inviter_id: inviter.id })
      expect((await logsOf(invitee.id)).map(({ content, quota }) => [content, quota])).toEqual([
        ['新用户注册赠送 ＄0.000020 额度', 10],
        ['使用邀请码赠送 ＄0.000040 额度', 20],
      ])
      const rewards = await logsOf(inviter.id)
      expect(rewards).toHaveLength(50)
      // Earnings do not count as balance before they are transferred, so the row has no quota.
      expect(rewards[0]).toMatchObject({ type: LOG_TYPE.system, content: '邀请用户赠送 ＄0.000060 额度', quota: 0 })
    }, 60_000)

    test('an invite counts without a reward, and leaves no row', async () => {
      const inviter = await server.addUser({ aff_code: 'Inv2' })
      await register({ aff_code: 'Inv2' })
      expect(await row(inviter.username)).toMatchObject({ aff_count: 1, aff_quota: 0 })
      expect(await logsOf(inviter.id)).toEqual([])
    })

    test('codes of banned and deleted users invite nobody, and a refused registration counts nothing', async () => {
      await setOptions(server, { QuotaForInviter: 30 })
      const banned = await server.addUser({ aff_code: 'Inv3', status: USER_STATUS.disabled })
      const deleted = await server.addUser({ aff_code: 'Inv4', deleted_at: '2026-01-01T00:00:00.000Z' })
      const living = await server.addUser({ aff_code: 'Inv5' })
      await register({ aff_code: 'Inv3' })
      await register({ aff_code: 'Inv4' })
      await register({ aff_code: 'Inv5', username: living.username.slice(0, 12) })
      expect((await register({ aff_code: 'Inv5', username: 'root' })).success).toBe(false)
      expect((await row(banned.username)).aff_count).toBe(0)
      expect((await row(deleted.username)).aff_count).toBe(0)
      expect((await row(living.username)).aff_count).toBe(1)
    })
  })

  describe('e-mail code', () => {
    test('comes by mail in the language of the browser and is nowhere stored in clear', async () => {
      const email = newAddress()
      const answer = await server.call(api.sendEmailCode, { query: { email } }, { 'Accept-Language': 'en' })
      expect(answer).toMatchObject({ success: true, message: '' })
      const mail = await mails.next(email)
      expect(mail.subject).toBe('测试站: verify your email address')
      const stored = await db().selectFrom('mailed_codes').selectAll().where('address', '=', email).execute()
      expect(JSON.stringify(stored)).not.toContain(codeIn(mail.text))
    })

    test('is needed and proves the address while verification is on', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const username = newName()
      for (const fields of [{}, { email }, { verification_code: '123456' }]) {
        expect(await register({ username, ...fields })).toMatchObject(refusedAs('email_code_required'))
      }
      const code = await mailedCode(email.toUpperCase())
      const wrong = code === '000000' ? '000001' : '000000'
      expect(await register({ username, email, verification_code: wrong })).toMatchObject(refusedAs('email_code_wrong'))
      expect((await register({ username, email, verification_code: code })).success).toBe(true)
      expect((await row(username)).email).toBe(email)
    })

    test('works once, also when it is used twice at the same time', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const code = await mailedCode(email)
      const answers = await Promise.all([
        register({ email, verification_code: code }),
        register({ email, verification_code: code }),
      ])
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      expect(await db().selectFrom('users').select('id').where('email', '=', email).execute()).toHaveLength(1)
      expect(await register({ email, verification_code: code })).toMatchObject(refusedAs('email_code_wrong'))
    })

    test('stays usable when the name was taken', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const code = await mailedCode(email)
      const taken = await register({ username: 'root', email, verification_code: code })
      expect(taken).toMatchObject(refusedAs('username_taken'))
      expect((await register({ email, verification_code: code })).success).toBe(true)
    })

    test('expires after ten minutes', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const code = await mailedCode(email)
      const { expires_at } = await db()
        .selectFrom('mailed_codes')
        .select('expires_at')
        .where('address', '=', email)
        .executeTakeFirstOrThrow()
      expect(expires_at - Date.now() / 1000).toBeWithin(590, 601)
      await db().updateTable('mailed_codes').set({ expires_at: nowInSeconds() }).where('address', '=', email).execute()
      expect(await register({ email, verification_code: code })).toMatchObject(refusedAs('email_code_wrong'))
    })

    test('cannot be guessed: after twenty wrong tries it is none', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const code = await mailedCode(email)
      for (let n = 0; n < 20; n++) await register({ email, verification_code: `x${n}` })
      expect(await register({ email, verification_code: code })).toMatchObject(refusedAs('email_code_wrong'))
    })

    test('is sent again after 30 seconds, and the newest counts', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = newAddress()
      const first = await mailedCode(email)
      const early = await send(email)
      expect(early).toMatchObject({ status: 429, message: errors.too_many_requests.zh })
      expect(Number(early.headers.get('retry-after'))).toBeWithin(1, 31)
      await db()
        .updateTable('mailed_codes')
        .set((where) => ({ sent_at: where('sent_at', '-', 30) }))
        .where('address', '=', email)
        .execute()
      const second = await mailedCode(email)
      if (first !== second) {
        expect(await register({ email, verification_code: first })).toMatchObject(refusedAs('email_code_wrong'))
      }
      expect((await register({ email, verification_code: second })).success).toBe(true)
    })

    test('goes out once when it is asked for several times at once', async () => {
      const email = newAddress()
      const answers = await Promise.all(Array.from({ length: 5 }, () => send(email)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
      expect(mails.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
    })

    test('can be asked for at once after a mail that failed', async () => {
      const email = newAddress()
      await setOptions(server, { SMTPServer: '' })
      expect(await send(email)).toMatchObject(refusedAs('mail_not_configured'))
      await setOptions(server, { SMTPServer: '127.0.0.1' })
      await mailedCode(email)
    })

    test.each(['nonsense', 'a@b', '', 'a b@example.com', `${'x'.repeat(45)}@example.com`])(
      '%p is no address',
      async (email) => {
        expect(await send(email)).toMatchObject(refusedAs('invalid_parameters'))
      },
    )

    test('two @ are no address', async () => {
      expect(await send('a@b@example.com')).toMatchObject(refusedAs('email_invalid'))
    })

    test('an address that a living user has is taken, whatever its case', async () => {
      const email = newAddress()
      await server.addUser({ email: email.toUpperCase() })
      expect(await send(email)).toMatchObject(refusedAs('email_taken'))
      const former = newAddress()
      await server.addUser({ email: former, deleted_at: '2026-01-01T00:00:00.000Z' })
      await mailedCode(former)
    })
  })

  describe('address rules', () => {
    test('domains are compared as a whole, without case', async () => {
      await setOptions(server, { EmailDomainRestrictionEnabled: true })
      for (const email of ['a@other.org', 'a@sub.example.com', 'a@notexample.com']) {
        expect(await send(email)).toMatchObject(refusedAs('email_domain_refused'))
      }
      await mailedCode('a@ALLOWED.example')
      await mailedCode(newAddress())
    })

    test('aliases have a + or a dot before the @', async () => {
      await setOptions(server, { EmailAliasRestrictionEnabled: true })
      for (const email of ['a+b@example.com', 'a.b@example.com']) {
        expect(await send(email)).toMatchObject(refusedAs('email_alias_refused'))
      }
      await mailedCode(newAddress())
    })

    test('hold for registration as well', async () => {
      await setOptions(server, { EmailVerificationEnabled: true })
      const email = `x${++names}@other.org`
      const code = await mailedCode(email)
      await setOptions(server, { EmailDomainRestrictionEnabled: true })
      expect(await register({ email, verification_code: code })).toMatchObject(refusedAs('email_domain_refused'))
    })
  })

  test('login by e-mail ignores case', async () => {
    const email = newAddress()
    const { id } = await server.addUser({ email })
    expect((await server.login(email.toUpperCase(), 'password')).user.id).toBe(id)
  })

  test('a page of another site cannot log its visitor in', async () => {
    const credentials = { username: 'root', password: '123456' }
    for (const site of ['cross-site', 'same-site']) {
      const answer = await server.call(login, { body: credentials }, { 'Sec-Fetch-Site': site })
      expect(answer).toMatchObject({ status: 403, message: errors.foreign_page.zh })
    }
    expect((await server.call(login, { body: credentials }, { 'Sec-Fetch-Site': 'same-origin' })).success).toBe(true)
  })
})
