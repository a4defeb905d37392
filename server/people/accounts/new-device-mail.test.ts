import { afterAll, beforeAll, expect, test } from 'bun:test'
import { register } from '#contract/api/registration.ts'
import { login } from '#contract/api/session.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import type { MailHost } from '#test/harness/mail.ts'
import { startMailingServer } from '#test/harness/mailing-server.ts'
import { setOptions } from '#test/harness/options.ts'
import { PASSWORD, type TestServer } from '#test/harness/server.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let mails: MailHost
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ server, mails, close } = await startMailingServer(await fresh.started(), {
      ServerAddress: 'https://gateway.example',
    }))
  })
  afterAll(() => close())

  const enter = (username: string, headers: Record<string, string>) =>
    server.call(login, { body: { username, password: PASSWORD } }, { 'User-Agent': FIREFOX, ...headers })
  const mailsTo = (address: string) => mails.received.filter(({ to }) => to.includes(address))

  test('a login on a new device is told in the language of the user, and one on a known device is not', async () => {
    const email = 'english@example.com'
    const { username } = await server.addUser({ email, language: 'en' })
    const first = await enter(username, {})
    const { subject, text } = await mails.next(email)
    expect(subject).toBe('测试站: login on a new device')
    for (const fact of ['Firefox · Linux', '127.0.0.1', ' UTC', 'https://gateway.example/setting']) {
      expect(text).toContain(fact)
    }
    const device = first.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('device='))!
      .split(';')[0]!
    expect((await enter(username, { Cookie: device })).success).toBe(true)
    expect((await enter(username, { Cookie: 'device=forged' })).success).toBe(true)
    await mails.next(email)
    expect(mailsTo(email)).toHaveLength(2)
  })

  test('without a known language it is that of the browser, else Chinese', async () => {
    const { username } = await server.addUser({ email: 'none@example.com' })
    await enter(username, {})
    expect((await mails.next('none@example.com')).subject).toBe('测试站新设备登录提醒')
    await enter(username, { 'Accept-Language': 'en' })
    expect((await mails.next('none@example.com')).subject).toContain('new device')
  })

  test('a wrong password and a new account send none', async () => {
    const email = 'quiet@example.com'
    const { username } = await server.addUser({ email })
    await server.call(login, { body: { username, password: 'wrong' } })
    expect((await server.call(register, { body: { username: 'newcomer', password: PASSWORD } })).success).toBe(true)
    await enter(username, {})
    await mails.next(email)
    expect(mailsTo(email)).toHaveLength(1)
    expect(mails.received.filter(({ to }) => to.includes(''))).toHaveLength(0)
  })

  test('a mail server that is away keeps nobody from logging in', async () => {
    const { username } = await server.addUser({ email: 'away@example.com' })
    await setOptions(server, { SMTPPort: 1 })
    expect((await enter(username, {})).success).toBe(true)
    await setOptions(server, { SMTPPort: mails.port })
  })
})
