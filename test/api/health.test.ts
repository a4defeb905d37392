import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { getLive, getReady, getStatus } from '#contract/api/site.ts'
import { errors } from '#contract/errors.ts'
import { crashSite } from '#test/harness/crash-site.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'
import { until } from '#test/harness/until.ts'

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  beforeAll(async () => {
    relay = await startRelay(await fresh.started(), { logLevel: 'silent' })
  })
  afterAll(() => relay.close())

  const checks = async () => {
    const answers = [
      await relay.server.call(getLive, {}),
      await relay.server.call(getReady, {}),
      await relay.server.call(getStatus, {}),
    ]
    return answers.map(({ status, message }) => [status, message])
  }
  const LIVE = [200, '']
  const fine = [LIVE, LIVE, LIVE]
  const away = (code: 'shutting_down' | 'billing_unavailable') => [LIVE, [503, errors[code].zh], [503, errors[code].zh]]

  test('a node that serves is ready', async () => {
    expect(await checks()).toEqual(fine)
  })

  test('a node that was told to stop, or refuses calls because it does, is alive and not ready', async () => {
    const { calls } = relay.server.services
    for (const name of ['stopping', 'draining'] as const) {
      calls[name] = true
      expect(await checks()).toEqual(away('shutting_down'))
      calls[name] = false
    }
    expect(await checks()).toEqual(fine)
  })

  test('a node whose journal takes no writes is not ready, and refuses calls for the same reason', async () => {
    const model = relay.model()
    await relay.channel({ models: model })
    const token = await relay.token()
    const writable = spyOn(relay.server.services.accounting.ledger, 'writable').mockReturnValue(false)
    expect(await checks()).toEqual(away('billing_unavailable'))
    expect((await relay.chat(token, { model })).status).toBe(503)
    writable.mockRestore()
    expect(await checks()).toEqual(fine)
  })
})

const site = crashSite()

test('after SIGTERM a node is not ready, and takes calls until the delay for balancers is over', async () => {
  const server = await site.start(undefined, { SHUTDOWN_DELAY_SECONDS: '1' })
  const root = await site.open(server)
  const { key } = (await root.send('POST', '/api/token/', { name: 't', unlimited_quota: true })) as { key: string }
  const ready = async () => (await fetch(`${server.url}/health/ready`)).status
  expect(await ready()).toBe(200)
  const stopped = server.stop()
  await until(async () => (await ready()) !== 200)
  const body = JSON.stringify({ model: 'fake-gpt', messages: [{ role: 'user', content: 'Hello' }] })
  const headers = { authorization: `Bearer sk-${key}`, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  await stopped
  await expect(fetch(`${server.url}/health/live`)).rejects.toThrow()
})
