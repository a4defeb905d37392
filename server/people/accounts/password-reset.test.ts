import { afterAll, beforeAll, expect, test } from 'bun:test'
import { accessToken as renewAccessToken } from '#contract/api/account.ts'
import * as api from '#contract/api/registration.ts'
import { self } from '#contract/api/session.ts'
import { errors } from '#contract/errors.ts'
import { USER_STATUS } from '#contract/statuses.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { MailHost } from '#test/harness/mail.ts'
import { startMailingServer } from '#test/harness/mailing-server.ts'
import { setOptions } from '#test/harness/options.ts'
import { PASSWORD, type TestServer } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let mails: MailHost
  let close: () => Promise<void>
  let addresses = 0
  const db = () => server.services.store.db

  beforeAll(async () => {
    const options = { ServerAddress: 'https://gateway.example' }
    ;({ server, mails, close } = await startMailingServer(await fresh.started(), options))
  })
  afterAll(() => close())

  const newAddress = () => `reset-${++addresses}@example.com`
  const ask = (email: string) => server.call(api.requestPasswordReset, { query: { email } })
  const reset = (email: string, token: string) => server.call(api.resetPassword, { body: { email, token } })
  const refused = { success: false, message: errors.reset_link_invalid.zh }
  async function mailedLink(email: string): Promise<URL> {
    expect(await ask(email)).toMatchObject({ success: true, message: '' })
    const { text, subject } = await mails.next(email)
    expect(subject).toBe('测试站密码重置')
    return new URL(/https:\S+/.exec(text)![0])
  }
  async function mailedToken(email: string): Promise<string> {
    return (await mailedLink(email)).searchParams.get('token')!
  }

  test('a link leads to a new password, which ends all sessions and the access token', async () => {
    const email = newAddress()
    const { username } = await server.addUser({ email: email.toUpperCase() })
    const [here, there] = [await server.login(username, PASSWORD), await server.login(username, PASSWORD)]
    const accessToken = (await here.call(renewAccessToken, {})).data!
    const link = await mailedLink(email)
    expect(link.origin + link.pathname).toBe('https://gateway.example/user/reset')
    expect(link.searchParams.get('email')).toBe(email)
    const token = link.searchParams.get('token')!
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    expect(JSON.stringify(await db().selectFrom('mailed_codes').selectAll().execute())).not.toContain(token)

    const { data } = await reset(email, token)
    expect(data).toMatch(/^[0-9A-Za-z]{12}$/)
    expect((await here.call(self, {})).status).toBe(401)
    expect((await there.call(self, {})).status).toBe(401)
    expect((await server.call(self, {}, { Authorization: accessToken })).success).toBe(false)
    await server.login(username, data!)
    await expect(server.login(username, PASSWORD)).rejects.toThrow()
  })

  test('the mail is in the language of its reader', async () => {
    const email = newAddress()
    await server.addUser({ email, language: 'en' })
    await ask(email)
    const { subject, text } = await mails.next(email)
    expect(subject).toBe('测试站: reset your password')
    expect(text).toContain('Follow this link')
  })

  test('a link works once, also when it is used twice at the same time', async () => {
    const email = newAddress()
    const { username } = await server.addUser({ email })
    const token = await mailedToken(email)
    const answers = await Promise.all([reset(email, token), reset(email, token)])
    const won = answers.filter(({ success }) => success)
    expect(won).toHaveLength(1)
    await server.login(username, won[0]!.data!)
    expect(await reset(email, token)).toMatchObject(refused)
  })

  test('a wrong token is refused and takes nothing from the right one', async () => {
    const email = newAddress()
    await server.addUser({ email })
    const token = await mailedToken(email)
    for (let n = 0; n < 25; n++) expect(await reset(email, `wrong-${n}`)).toMatchObject(refused)
    expect(await reset(newAddress(), token)).toMatchObject(refused)
    expect((await reset(email, token)).success).toBe(true)
  })

  test('a link expires after ten minutes', async () => {
    const email = newAddress()
    await server.addUser({ email })
    const token = await mailedToken(email)
    const expired = { expires_at: nowInSeconds() }
    await db().updateTable('mailed_codes').set(expired).where('address', '=', email).execute()
    expect(await reset(email, token)).toMatchObject(refused)
  })

  test('a code for one purpose is none for the other', async () => {
    const email = newAddress()
    expect((await server.call(api.sendEmailCode, { query: { email } })).success).toBe(true)
    const code = /\b\d{6}\b/.exec((await mails.next(email)).text)![0]
    await server.addUser({ email })
    expect(await reset(email, code)).toMatchObject(refused)
  })

  test('who has no account, a ban, or shares the address gets the same answer and no mail', async () => {
    const [unknown, banned, deleted, shared] = [newAddress(), newAddress(), newAddress(), newAddress()]
    await server.addUser({ email: banned, status: USER_STATUS.disabled })
    await server.addUser({ email: deleted, deleted_at: '2026-01-01T00:00:00.000Z' })
    await server.addUser({ email: shared })
    await server.addUser({ email: shared })
    for (const email of [unknown, banned, deleted, shared]) {
      expect(await ask(email)).toMatchObject({ status: 200, success: true, message: '' })
      expect(await ask(email)).toMatchObject({ status: 429, message: errors.too_many_requests.zh })
    }
    // A later mail has arrived, so earlier ones would have arrived as well.
    const email = newAddress()
    await server.addUser({ email })
    await mailedToken(email)
    const reached = mails.received.flatMap(({ to }) => to)
    expect([unknown, banned, deleted, shared].filter((address) => reached.includes(address))).toEqual([])
  })

  test('a ban after the mail ends the link', async () => {
    const email = newAddress()
    const { id } = await server.addUser({ email })
    const token = await mailedToken(email)
    await db().updateTable('users').set({ status: USER_STATUS.disabled }).where('id', '=', id).execute()
    expect(await reset(email, token)).toMatchObject(refused)
  })

  test('without a mail server it says so, to everybody', async () => {
    const email = newAddress()
    await server.addUser({ email })
    await setOptions(server, { SMTPServer: '' })
    for (const address of [email, newAddress()]) {
      expect((await ask(address)).message).toBe(errors.mail_not_configured.zh)
    }
    await setOptions(server, { SMTPServer: '127.0.0.1' })
  })

  test('a link never leads where a request says', async () => {
    await setOptions(server, { ServerAddress: '' })
    const email = newAddress()
    await server.addUser({ email })
    await server.call(api.requestPasswordReset, { query: { email } }, { Host: 'evil.example' })
    expect((await mails.next(email)).text).toContain('http://localhost:3000/user/reset?')
    await setOptions(server, { ServerAddress: 'https://gateway.example' })
  })

  test('what is no address or no token is invalid', async () => {
    expect((await reset('nonsense', 'x')).message).toBe(errors.invalid_parameters.zh)
    expect((await reset(newAddress(), '')).message).toBe(errors.invalid_parameters.zh)
  })
})
