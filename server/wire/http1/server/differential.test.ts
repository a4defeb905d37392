import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { onDatabase } from '#test/harness/databases.ts'
import { START_MS } from '#test/harness/during-suite.ts'
import { type Listening, listen, serveApp } from '#test/harness/listening.ts'
import { type RawReply, rawClient } from '#test/harness/raw-client.ts'
import { relaySite } from '#test/harness/relay-site.ts'

/**
 * Sends the same bytes to the product's port and to the runtime's web server: callers must not see a difference.
 */

const CHAT = 'POST /v1/chat/completions HTTP/1.1'

onDatabase('sqlite', (fresh) => {
  const relay = relaySite(fresh, { maxBodyBytes: 1024 * 1024 })
  let fast: Listening
  let web: Listening
  let token: string
  let model: string

  beforeAll(async () => {
    fast = serveApp(relay.server)
    web = listen(relay.server.app.fetch)
    token = await relay.token()
    model = relay.model()
    await relay.channel({ models: model })
  }, START_MS)
  afterAll(async () => {
    await fast.stop()
    await web.stop()
  })

  const body = (more: object = {}) => JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], ...more })
  const length = (text: string) => `content-length: ${Buffer.byteLength(text, 'latin1')}`
  const request = (line: string, fields: string[], content = '') =>
    `${[line, 'host: a.test', ...fields].join('\r\n')}\r\n\r\n${content}`
  const call = (content: string, fields: string[] = [], line = CHAT) =>
    request(line, [`authorization: Bearer ${token}`, 'accept-language: en', ...fields, length(content)], content)

  /**
   * Returns the responses to the parts, sent one after the other, and to a last request that ends the connection.
   */
  async function transcript(url: string, parts: string[], replies: number): Promise<string[]> {
    const client = await rawClient(url)
    const told: string[] = []
    try {
      for (const [index, part] of parts.entries()) {
        client.send(part)
        if (index < parts.length - 1) await Bun.sleep(1)
      }
      for (let index = 0; index < replies; index++) told.push(shown(await client.reply()))
      if (!client.closed) {
        client.send(request('GET /v1/last HTTP/1.1', ['connection: close']))
        told.push(shown(await client.reply()))
        await client.ended()
      }
    } catch (error) {
      told.push(String(error))
    }
    return [...told, client.rest]
  }

  /** Formats a response without the parts that differ each time. */
  function shown({ status, headers, body }: RawReply): string {
    const { 'x-oneapi-request-id': id = 'none', ...rest } = headers
    expect(rest['x-request-id'] ?? rest['request-id'] ?? id).toBe(id)
    for (const name of ['x-request-id', 'request-id', 'date', 'connection', 'content-security-policy'])
      delete rest[name]
    const text = body.replaceAll(id, '[id]').replace(/"(id|created|start_time)":("[^"]*"|\d+)|nonce="[^"]*"/g, '"$1"')
    return JSON.stringify([status, Object.entries(rest).sort(), text])
  }

  /** Returns the first response. */
  async function expectSame(text: string, replies = 1): Promise<string> {
    const [ours, theirs] = await Promise.all([fast, web].map(({ url }) => transcript(url, [text], replies)))
    expect(ours).toEqual(theirs ?? [])
    return ours?.[0] ?? ''
  }

  describe('the same comes back of', () => {
    test('calls', async () => {
      const stream = { stream: true, fake: { tokens: 5 } }
      for (const text of [
        call(body()),
        call(body(stream)),
        call(body({ ...stream, stream_options: { include_usage: true } })),
        call(body({ fake: { tokens: 20_000 } })),
        call(body(), ['Origin: https://page.test']),
        call(body(), ['x-obs-text: \xe9\xff', 'CONNECTION: Keep-Alive']),
        call(body(), [], 'POST /v1/chat/completions/ HTTP/1.1'),
        call(body(), [], 'POST /v1/chat/completions?a=b&c HTTP/1.1'),
        call(body(), [], 'POST /v1//chat/completions HTTP/1.1'),
        call(body(), [], 'POST /v1/v1/chat/completions HTTP/1.1'),
        call(body(), [], 'POST /chat/completions HTTP/1.1'),
        call(gzipSync(body()).toString('latin1'), ['content-encoding: gzip']),
        call(JSON.stringify({ input: 'a b' }), [], `POST /v1/engines/${model}/embeddings HTTP/1.1`),
        call(JSON.stringify({ model, input: 'a b' }), [], 'POST /v1/engines/%2E%2e/embeddings HTTP/1.1'),
        call(JSON.stringify({ model, input: 'a b' }), [], 'POST /v1/engines/../embeddings HTTP/1.1'),
        call(JSON.stringify({ input: 'a b' }), [], `POST /v1/engines/%6d${model.slice(1)}/embeddings HTTP/1.1`),
      ]) {
        expect(await expectSame(text)).toStartWith('[200,')
      }
    })

    test('calls that are refused', async () => {
      for (const [status, text] of [
        [401, request(CHAT, [length(body())], body())],
        [401, request(CHAT, ['authorization: Bearer sk-wrong', length(body())], body())],
        [400, call('')],
        [400, call('{"model":')],
        [400, call('[]')],
        [400, call(body(), ['content-encoding: gzip'])],
        [415, call(body(), ['content-encoding: compress'])],
        [400, call(body({ fake: { error: 400 } }))],
        [429, call(body({ fake: { error: 429, retry_after: 7 } }))],
        [404, call(JSON.stringify({ model: 'none', messages: [] }))],
        [404, call(body(), [], 'POST /v1/unknown HTTP/1.1')],
        [404, call(body(), [], 'POST /v1/chat/completions%20 HTTP/1.1')],
        [404, call(body(), [], 'PUT /v1/chat/completions HTTP/1.1')],
        [501, call(body(), [], 'POST /v1/files HTTP/1.1')],
      ] as const) {
        expect(await expectSame(text)).toStartWith(`[${status},`)
      }
    })

    test('calls in another form', async () => {
      const content = body()
      const own = [`authorization: Bearer ${token}`, 'accept-language: en']
      const size = content.length.toString(16)
      const chunked = [...own, 'transfer-encoding: chunked']
      for (const text of [
        request(CHAT, chunked, `${size}\r\n${content}\r\n0\r\n\r\n`),
        request(
          CHAT,
          chunked,
          `5;ext=1\r\n${content.slice(0, 5)}\r\n${(content.length - 5).toString(16)}\r\n${content.slice(5)}\r\n0\r\n\r\n`,
        ),
        call(content, ['content-length: 9'.replace('9', String(content.length))]),
        call(content, [], 'POST http://a.test/v1/chat/completions HTTP/1.1'),
        call(content, [], 'POST /v1/./chat/../chat/completions HTTP/1.1'),
        call(content, ['connection: close']),
        call(content, [], 'POST /v1/chat/completions HTTP/1.0'),
      ]) {
        expect(await expectSame(text)).toStartWith('[200,')
      }
      expect(await expectSame(call(content, ['Expect: 100-continue']), 2)).toStartWith('[100,')
    })

    test('heads that are none', async () => {
      const content = body()
      const broken = [
        'x : a',
        'x: a\r\n b',
        'x: a\0b',
        'x: a\rb',
        'x(: a',
        ': a',
        'content-length: 2',
        'content-length: 2, 2',
      ]
      const texts = broken.map((field) => call(content, [field]))
      for (const value of ['', '-1', '+2', '0x2', '2.0', '2\xa0', '9'.repeat(30)]) {
        texts.push(request(CHAT, [`content-length: ${value}`], 'hi'))
      }
      texts.push(
        request(CHAT, ['transfer-encoding: chunked', 'content-length: 2'], '0\r\n\r\n'),
        `${CHAT}\ncontent-length: 2\nhost: a\n\nhi`,
        `\r\n${call(content)}`,
        call(content).replace('host: a.test\r\n', ''),
        call(content).replace('POST /', 'POST  /'),
        call(content).replace('POST', 'post'),
        call(content, [`x: ${'a'.repeat(20_000)}`]),
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
      )
      for (const text of texts) expect(await expectSame(text)).not.toStartWith('[2')
    })

    test('everything else', async () => {
      const get = (path: string, fields: string[] = []) => request(`GET ${path} HTTP/1.1`, fields)
      for (const text of [
        get('/api/status'),
        get('/v1/models', [`authorization: Bearer ${token}`]),
        get('/v1/models', ['accept-language: en']),
        get('/v1/chat/completions'),
        get('/favicon.ico'),
        get('/api/unknown'),
        request('OPTIONS /v1/chat/completions HTTP/1.1', [
          'origin: https://page.test',
          'access-control-request-method: POST',
          'access-control-request-headers: authorization',
        ]),
        request('POST /api/user/login HTTP/1.1', ['content-length: 2'], '{}'),
        request('DELETE /v1/models/x HTTP/1.1', []),
      ]) {
        await expectSame(text)
      }
    })
  })

  /** Cuts a text at positions in ascending order. */
  const cut = (text: string, at: number[]) =>
    [...at, text.length].map((end, index) => text.slice(at[index - 1] ?? 0, end))

  test('it does not matter where a request is cut', async () => {
    const text = call(body({ fake: { tokens: 2 } }))
    const whole = await transcript(fast.url, [text], 1)
    expect(whole[0]).toStartWith('[200')
    const positions = Array.from({ length: text.length - 1 }, (_, index) => index + 1)
    const told = await Promise.all(positions.map((at) => transcript(fast.url, cut(text, [at]), 1)))
    for (const [index, one] of told.entries()) expect([positions[index], one]).toEqual([positions[index], whole])
    expect(await transcript(fast.url, [...text], 1)).toEqual(whole)
  })

  test('it does not matter where requests of several kinds are cut', async () => {
    const texts = [call(body()), call('{'), call(body({ stream: true })), request('GET /api/nothing HTTP/1.1', [])]
    const separate: string[] = []
    for (const text of texts) separate.push(await expectSame(text))
    const text = texts.join('')
    for (let round = 0; round < 30; round++) {
      const at = Array.from({ length: round % 8 }, () => Math.floor(Math.random() * text.length)).sort((a, b) => a - b)
      const told = await transcript(fast.url, cut(text, at), texts.length)
      expect([at, told.slice(0, texts.length)]).toEqual([at, separate])
      expect(told.at(-1)).toBe('')
    }
  })
})
