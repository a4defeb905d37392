import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { type RelayHarness, startRelay } from '#test/harness/relay.ts'

/** The address of a caller on both paths of a call, observed through the address list of a token. */

const hasIPv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  let model: string
  /** The web server behind the port that was opened last. */
  let inner: Listening['url']

  async function open(trustedProxies: string[], hostname?: string): Promise<Listening> {
    relay = await startRelay(await fresh.started(), { logLevel: 'silent', trustedProxies })
    model = relay.model()
    await relay.channel({ models: model })
    const serve = spyOn(Bun, 'serve')
    const port = serveApp(relay.server, hostname)
    const web = serve.mock.results.at(-1)?.value as Bun.Server<undefined>
    serve.mockRestore()
    inner = `http://127.0.0.1:${web.port}`
    return port
  }
  async function close(port: Listening): Promise<void> {
    await port.stop()
    await relay.close()
  }

  /**
   * Returns the statuses of a call with a token that only `ip` may use: on the fast path, and through the web
   * server.
   */
  async function statuses(url: string, ip: string, forwarded?: string): Promise<number[]> {
    const token = await relay.token({ allow_ips: ip })
    const body = JSON.stringify({ model, messages: [] })
    const fields = [
      'host: a.test',
      `authorization: Bearer ${token}`,
      ...(forwarded ? [`x-forwarded-for: ${forwarded}`] : []),
    ]
    const head = `POST /v1/chat/completions HTTP/1.1\r\n${fields.join('\r\n')}\r\n`
    const told = []
    for (const text of [
      `${head}content-length: ${body.length}\r\n\r\n${body}`,
      `${head}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ]) {
      const client = await rawClient(url)
      client.send(text)
      told.push((await client.reply()).status)
      client.hangUp()
    }
    return told
  }

  describe('without trusted proxies', () => {
    let port: Listening
    beforeAll(async () => {
      port = await open([])
    }, START_MS)
    afterAll(() => close(port))

    test('a caller is who connects', async () => {
      expect(await statuses(port.url, '127.0.0.1')).toEqual([200, 200])
      expect(await statuses(port.url, '127.0.0.0/8')).toEqual([200, 200])
      expect(await statuses(port.url, '203.0.113.7')).toEqual([403, 403])
    })

    test('what a caller says about itself does not count', async () => {
      expect(await statuses(port.url, '203.0.113.7', '203.0.113.7')).toEqual([403, 403])
      expect(await statuses(port.url, '127.0.0.1', '203.0.113.7')).toEqual([200, 200])
    })
  })

  describe('behind a trusted proxy', () => {
    let port: Listening
    beforeAll(async () => {
      port = await open(['127.0.0.1'])
    }, START_MS)
    afterAll(() => close(port))

    test('a caller is who the proxy says', async () => {
      expect(await statuses(port.url, '203.0.113.7', '203.0.113.7')).toEqual([200, 200])
      expect(await statuses(port.url, '203.0.113.7', '198.51.100.1, 203.0.113.7')).toEqual([200, 200])
      expect(await statuses(port.url, '203.0.113.7', '203.0.113.7, 198.51.100.1')).toEqual([403, 403])
      expect(await statuses(port.url, '127.0.0.1')).toEqual([200, 200])
    })

    test('whoever finds the web server behind the port is nobody', async () => {
      expect(await statuses(inner, '127.0.0.1')).toEqual([403, 403])
      expect(await statuses(inner, '203.0.113.7', '203.0.113.7')).toEqual([403, 403])
    })
  })

  // Not every machine supports IPv6.
  if (hasIPv6) {
    test.each([
      ['::1', ['::1']],
      ['::', ['::1', '127.0.0.1']],
    ])('callers of [%s] are known by their addresses', async (hostname, callers) => {
      const port = await open([], hostname)
      expect(port.url).toStartWith(`http://[${hostname}]:`)
      for (const caller of callers) {
        const url = new URL(port.url)
        url.hostname = caller.includes(':') ? `[${caller}]` : caller
        expect(await statuses(url.href, caller)).toEqual([200, 200])
        expect(await statuses(url.href, '203.0.113.7')).toEqual([403, 403])
      }
      await close(port)
    })
  }
})
