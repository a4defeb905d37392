import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import * as api from '#contract/api/registration.ts'
import { login } from '#contract/api/session.ts'
import { errors } from '#contract/errors.ts'
import { type FakeProviders, startFakeProviders, TURNSTILE_SECRET } from '#test/fake-providers/server.ts'
import { type Browser, openBrowser } from '#test/harness/browser.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { setOptions } from '#test/harness/options.ts'
import { startServer, type TestServer } from '#test/harness/server.ts'

const credentials = { username: 'root', password: '123456' }

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let fake: FakeProviders

  beforeAll(async () => {
    fake = await startFakeProviders()
    server = await startServer(await fresh.started(), { logLevel: 'silent', externals: fake.externals })
    const keys = { TurnstileSiteKey: 'site', TurnstileSecretKey: TURNSTILE_SECRET }
    await setOptions(server, { ...keys, TurnstileCheckEnabled: true })
  })
  afterAll(async () => {
    await server.close()
    await fake.stop()
  })
  beforeEach(() => {
    fake.broken = undefined
    fake.humans.add('a person')
  })

  const enter = (browser: Browser, turnstile?: string) =>
    browser.call(login, { query: turnstile === undefined ? {} : { turnstile }, body: credentials })

  const calls: [string, (turnstile?: string) => Promise<{ message: string }>][] = [
    ['login', (turnstile) => enter(openBrowser(server), turnstile)],
    [
      'registration',
      (turnstile) => server.call(api.register, { query: { turnstile }, body: { username: 'x', password: '12345678' } }),
    ],
    ['e-mail code', (turnstile) => server.call(api.sendEmailCode, { query: { email: 'a@example.com', turnstile } })],
    ['reset', (turnstile) => server.call(api.requestPasswordReset, { query: { email: 'a@example.com', turnstile } })],
  ]
  test.each(calls)('%s needs a pass', async (_name, call) => {
    expect((await call('')).message).toBe('Turnstile token 为空')
    expect((await call('a machine')).message).toBe('Turnstile 校验失败，请刷新重试！')
    const passed = (await call('a person')).message
    expect([errors.turnstile_missing.zh, errors.turnstile_failed.zh]).not.toContain(passed as never)
  })

  test('a pass counts for the next call of this browser, and in no other', async () => {
    const browser = openBrowser(server)
    expect((await enter(browser, 'a person')).success).toBe(true)
    expect((await enter(browser)).success).toBe(true)
    expect((await enter(openBrowser(server), 'a person')).message).toBe(errors.turnstile_failed.zh)
  })

  test('a pass cannot be made or prolonged', async () => {
    const browser = openBrowser(server)
    await enter(browser, 'a person')
    const [until = '', proof = ''] = browser.cookies.get('human')!.split('.')
    expect(Number(until) - Date.now() / 1000).toBeWithin(590, 601)
    for (const forged of [`${Number(until) + 600}.${proof}`, `${until}.x`, `${until}`, '1.']) {
      browser.cookies.set('human', forged)
      expect((await enter(browser)).message).toBe(errors.turnstile_missing.zh)
    }
  })

  test('no answer from the check is no pass', async () => {
    fake.broken = 503
    expect((await enter(openBrowser(server), 'a person')).message).toBe(errors.turnstile_failed.zh)
  })

  test('switched off, nothing is asked', async () => {
    await setOptions(server, { TurnstileCheckEnabled: false })
    expect((await enter(openBrowser(server))).success).toBe(true)
    await setOptions(server, { TurnstileCheckEnabled: true })
  })
})
