import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeChannel } from '#contract/api/channel-checks.ts'
import { exportLogs } from '#contract/api/logs.ts'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { ownPort, replyOf } from '#test/harness/ingress.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { type RelayHarness, refused, startRelay } from '#test/harness/relay.ts'
import { until } from '#test/harness/until.ts'

const MEGABYTE = 1024 * 1024
const FILE = Buffer.alloc(3 * MEGABYTE, 'console.log("a file of the console")\n').toString()

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  let port: Listening
  let token: string
  let model: string

  beforeAll(async () => {
    const place = await fresh.started()
    const webDir = join(place.dataDir, 'web')
    mkdirSync(join(webDir, 'assets'), { recursive: true })
    writeFileSync(join(webDir, 'index.html'), '<head><!--switchyard:status--></head>')
    writeFileSync(join(webDir, 'assets/app.js'), FILE)
    relay = await startRelay(place, { logLevel: 'silent', maxBodyBytes: MEGABYTE, webDir })
    port = serveApp(relay.server)
    token = await relay.token()
    model = relay.model()
    await relay.channel({ models: model })
  }, START_MS)
  afterAll(async () => {
    await port.stop()
    await relay.close()
  })

  const ask = (path: string, init: RequestInit = {}) => fetch(port.url + path, init)
  const asRoot = (path: string, init: RequestInit = {}) => ask(path, { ...init, headers: relay.root.headers })
  const authorization = () => ({ authorization: `Bearer ${token}` })

  describe('the console works through the port', () => {
    test('what it asks for and what it changes', async () => {
      const self = (await (await asRoot('/api/user/self')).json()) as { data: { username: string } }
      expect(self.data.username).toBe('root')
      const made = await asRoot('/api/token', { method: 'POST', body: JSON.stringify({ name: 'made here' }) })
      expect(await made.json()).toMatchObject({ success: true })
      expect((await ask('/api/user/self')).status).toBe(401)
    })

    test('its page and its files', async () => {
      expect(await (await ask('/console/anything')).text()).toContain('<script type="application/json" id="status">')
      const file = await ask('/assets/app.js')
      expect(file.headers.get('content-type')).toStartWith('text/javascript')
      expect((await file.text()) === FILE).toBe(true)
      expect((await ask('/assets/none.js')).status).toBe(404)
    })

    test('HEAD, on a connection that goes on', async () => {
      const client = await rawClient(port.url)
      client.send('HEAD /assets/app.js HTTP/1.1\r\nhost: a.test\r\n\r\n')
      const { status, headers } = await client.reply('HEAD')
      expect([status, headers['content-type']]).toEqual([200, 'text/javascript;charset=utf-8'])
      client.send('GET /api/status HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n')
      expect(JSON.parse((await client.reply('GET')).body).success).toBe(true)
      await client.ended()
    })

    test('the question of a browser before a call', async () => {
      const origin = 'https://page.test'
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const response = await ask('/v1/chat/completions', { method: 'OPTIONS', headers })
      expect(response.status).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-headers')).toBe('authorization')
    })

    test('events, as they come', async () => {
      relay.upstream.set({ first_byte_ms: 40 })
      const body = JSON.stringify({ type: 1, key: 'sk-probe-1', base_url: relay.upstream.url, test_model: 'fake-gpt' })
      const response = await asRoot(probeChannel.path, { method: 'POST', body })
      expect(response.headers.get('content-type')).toStartWith('text/event-stream')
      let pieces = 0
      let text = ''
      for await (const piece of response.body ?? []) {
        pieces++
        text += Buffer.from(piece).toString()
      }
      relay.upstream.set({})
      expect(pieces).toBeGreaterThan(1)
      expect(text).toStartWith('data: {')
      expect(text).toEndWith('\n\n')
    })

    test('a file of the log', async () => {
      const response = await asRoot(exportLogs.path)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(await response.text()).toContain(',unix_time (seconds),')
    })
  })

  describe('a long call', () => {
    const bodyOf = (length: number, more: object = {}) => {
      const around = JSON.stringify({ model, messages: [{ role: 'user', content: '' }], ...more }).length
      return JSON.stringify({ model, messages: [{ role: 'user', content: 'x'.repeat(length - around) }], ...more })
    }
    const chat = (body: BodyInit, headers: Record<string, string> = {}) =>
      ask('/v1/chat/completions', { method: 'POST', headers: { ...authorization(), ...headers }, body })
    const receivedBy = () => Buffer.from(relay.upstream.requests.at(-1)?.body ?? []).toString()

    test.each([400_000, MEGABYTE - 1, MEGABYTE])('of %d bytes reaches the upstream unchanged', async (length) => {
      const body = bodyOf(length, { fake: { tokens: 20_000 } })
      const response = await chat(body)
      expect(response.status).toBe(200)
      expect((await response.text()).length).toBeGreaterThan(64 * 1024)
      expect(receivedBy() === body).toBe(true)
    })

    test('in chunks reaches the upstream unchanged', async () => {
      const body = bodyOf(300_000)
      const pieces = body.match(/.{1,70000}/g) ?? []
      const source = new ReadableStream({
        async pull(controller) {
          const piece = pieces.shift()
          if (piece === undefined) return controller.close()
          controller.enqueue(Buffer.from(piece))
          await Bun.sleep(1)
        },
      })
      expect((await chat(source)).status).toBe(200)
      expect(receivedBy() === body).toBe(true)
    })

    test('that first asks whether it may be sent is told so', async () => {
      const body = bodyOf(300_000)
      const client = await rawClient(port.url)
      const fields = [
        'host: a.test',
        `authorization: Bearer ${token}`,
        'expect: 100-continue',
        `content-length: ${body.length}`,
      ]
      client.send(`POST /v1/chat/completions HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
      expect((await client.reply()).status).toBe(100)
      client.send(body)
      expect((await client.reply()).status).toBe(200)
      expect(receivedBy() === body).toBe(true)
      client.hangUp()
    })

    test.each([
      ['with its length', (body: string) => body],
      ['in chunks', (body: string) => new Blob([body]).stream()],
    ])('that is too long, %s, is refused in the words of the API', async (_name, form) => {
      const before = relay.upstream.requests.length
      const response = await chat(form(bodyOf(MEGABYTE + 1)), { 'accept-language': 'en' })
      expect(await refused(response)).toMatchObject({ status: 413, code: 'body_too_large', type: 'new_api_error' })
      expect(relay.upstream.requests).toHaveLength(before)
    })

    test('that is much too long is refused before it has come', async () => {
      const client = await rawClient(port.url)
      client.send(`POST /v1/chat/completions HTTP/1.1\r\nhost: a.test\r\ncontent-length: ${3 * MEGABYTE}\r\n\r\n{`)
      expect((await client.reply()).status).toBe(413)
      await client.ended()
    })

    test('that is much too long and goes on is still told so', async () => {
      for (const framing of [`content-length: ${20 * MEGABYTE}`, 'transfer-encoding: chunked']) {
        const client = await rawClient(port.url)
        const fields = ['host: a.test', `authorization: Bearer ${token}`, framing]
        client.send(`POST /v1/chat/completions HTTP/1.1\r\n${fields.join('\r\n')}\r\n\r\n`)
        for (let sent = 0; sent < 20; sent++) {
          if (framing.startsWith('t')) client.send(`${MEGABYTE.toString(16)}\r\n`)
          client.send(Buffer.alloc(MEGABYTE, 'x'))
          if (framing.startsWith('t')) client.send('\r\n')
        }
        await client.ended()
        expect([(await client.reply()).status, client.error]).toEqual([413, undefined])
      }
    })
  })
})

test('whoever has gone is still known by the address while the request is looked at', async () => {
  const addresses: unknown[] = []
  const port = ownPort(
    async () => replyOf(''),
    async (request, connection) => {
      addresses.push(connection?.requestIP(request)?.address)
      await Bun.sleep(1)
      return new Response()
    },
  )
  for (const how of ['end', 'reset', 'end'] as const) {
    for (const wait of [0, 0, 1, 2, 3]) {
      const client = await rawClient(port.url)
      client.send('GET /a HTTP/1.1\r\nhost: a.test\r\n\r\n')
      await Bun.sleep(wait)
      client.hangUp(how)
    }
  }
  await until(() => addresses.length >= 10)
  expect(new Set(addresses)).toEqual(new Set(['127.0.0.1']))
  await port.stop()
})

test('the web server is told of a caller that hangs up, in whatever state its answer is', async () => {
  let aborted = 0
  const port = ownPort(
    async () => replyOf(''),
    ({ url, signal }) => {
      signal.addEventListener('abort', () => {
        aborted++
      })
      if (url.endsWith('/silent')) return new Promise<never>(() => {})
      const pull = (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(100_000))
      return new Response(new ReadableStream({ pull }))
    },
  )
  const ways = ['end', 'reset'] as const
  const callers = ways.flatMap((how) => ['silent', 'read', 'unread'].map((path) => ({ how, path })))
  for (const { how, path } of callers) {
    const client = await rawClient(port.url)
    if (path === 'unread') client.pause()
    client.send(`GET /${path} HTTP/1.1\r\nhost: a.test\r\n\r\n`)
    await Bun.sleep(30)
    client.hangUp(how)
  }
  await until(() => aborted === callers.length)
  await port.stop()
})
