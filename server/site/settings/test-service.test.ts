import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { type TriedService, testService } from '#contract/api/options.ts'
import { type FakeEpay, startFakeEpay } from '#test/fake-epay/server.ts'
import { CLIENT } from '#test/fake-providers/desk.ts'
import { type FakeProviders, startFakeProviders, TURNSTILE_SECRET } from '#test/fake-providers/server.ts'
import { forEachDatabase } from '#test/harness/databases.ts'
import { listen } from '#test/harness/listening.ts'
import { setOptions } from '#test/harness/options.ts'
import { type LoggedIn, startServer, type TestServer } from '#test/harness/server.ts'

forEachDatabase((_engine, fresh) => {
  let server: TestServer
  let fake: FakeProviders
  let epay: FakeEpay
  let root: LoggedIn

  beforeAll(async () => {
    fake = await startFakeProviders()
    epay = startFakeEpay({ folder: '/pay' })
    server = await startServer(await fresh.started(), { logLevel: 'silent', externals: fake.externals })
    root = await server.login('root', '123456')
  })
  afterAll(async () => {
    await server.close()
    await fake.stop()
    await epay.stop()
  })
  beforeEach(async () => {
    fake.broken = undefined
    await setOptions(server, {
      GitHubClientId: CLIENT.id,
      GitHubClientSecret: CLIENT.secret,
      TurnstileSecretKey: TURNSTILE_SECRET,
      PayAddress: epay.address,
      EpayId: epay.pid,
      EpayKey: epay.key,
    })
  })
  const verdictOf = async (service: TriedService) => (await root.call(testService, { body: { service } })).data?.verdict
  const SECRETS = { github: 'GitHubClientSecret', turnstile: 'TurnstileSecretKey', payment: 'EpayKey' } as const

  test.each(['github', 'turnstile', 'payment'] as const)('%s: right, wrong, none and away', async (service) => {
    expect(await root.call(testService, { body: { service } })).toMatchObject({
      data: { verdict: 'right', detail: '' },
    })
    await setOptions(server, { [SECRETS[service]]: 'a-wrong-secret' })
    const { data } = await root.call(testService, { body: { service } })
    // Gateways have no common way to refuse: their message is shown instead.
    expect(data?.verdict).toBe(service === 'payment' ? 'unclear' : 'refused')
    if (service === 'payment') expect(data?.detail).toBe('商户密钥不正确')
    fake.broken = 503
    if (service !== 'payment') expect(await verdictOf(service)).toBe('unclear')
    await setOptions(server, { [SECRETS[service]]: '' })
    expect(await verdictOf(service)).toBe('unset')
  })

  test('no answer says so, and a gateway that repeats the key does not have it shown', async () => {
    const address = epay.address.replace(/:\d+/, ':1')
    await setOptions(server, { PayAddress: address })
    const away = await root.call(testService, { body: { service: 'payment' } })
    expect(away.data?.verdict).toBe('unreachable')
    expect(JSON.stringify(away)).not.toContain(epay.key)
    const echo = listen((request) => Response.json({ code: -3, msg: `no key ${new URL(request.url).search}` }))
    await setOptions(server, { PayAddress: echo.url })
    const told = await root.call(testService, { body: { service: 'payment' } })
    expect(told.data).toEqual({ verdict: 'unclear', detail: `no key ?act=query&pid=${epay.pid}&key=***` })
    await echo.stop()
  })

  test('a secret for tests, which takes every answer, is told from a right one', async () => {
    fake.humans.add('switchyard-test')
    expect(await verdictOf('turnstile')).toBe('open')
    expect(await verdictOf('turnstile')).toBe('right')
  })
})
