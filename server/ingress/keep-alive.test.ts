import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { type Listening, serveApp } from '#test/harness/listening.ts'
import { type RawClient, type RawReply, rawClient } from '#test/harness/raw-client.ts'
import { type RelayHarness, START_MS, startRelay } from '#test/harness/relay.ts'

/** Several requests on one connection: each is answered once, by its own answer, and in order. */

onDatabase('sqlite', (fresh) => {
  let relay: RelayHarness
  let port: Listening
  let token: string
  let model: string
  let client: RawClient

  beforeAll(async () => {
    relay = await startRelay(await fresh.place(), { logLevel: 'silent' })
    port = serveApp(relay.server)
    token = await relay.token()
  }, START_MS)
  beforeEach(async () => {
    model = relay.model()
    await relay.channel({ models: model })
    client = await rawClient(port.url)
  })
  afterAll(async () => {
    // Not by force: whoever still holds a connection keeps it from ending.
    client.hangUp()
    await port.stop(false)
    await relay.close()
  })

  const bodyOf = (reply: string, fake: object = {}, content = 'hi') =>
    JSON.stringify({ model, messages: [{ role: 'user', content }], fake: { reply, ...fake } })
  const withLength = (length: number, content: string, fields: string[] = []) =>
    [
      'POST /v1/chat/completions HTTP/1.1',
      'host: a.test',
      `authorization: Bearer ${token}`,
      ...fields,
      `content-length: ${length}`,
      '',
      content,
    ].join('\r\n')
  const call = (content: string, fields: string[] = []) => withLength(Buffer.byteLength(content), content, fields)
  const answerOf = ({ body }: RawReply) => JSON.parse(body).choices?.[0].message.content
  const answer = async () => answerOf(await client.reply())
  const STATUS = 'GET /api/status HTTP/1.1\r\nhost: a.test\r\n\r\n'
  const charged = async (count: number) => expect(await relay.charges(model, count)).toHaveLength(count)

  test('one call after the other', async () => {
    for (let index = 0; index < 20; index++) {
      client.send(call(bodyOf(`answer ${index}`)))
      expect(await answer()).toBe(`answer ${index}`)
    }
    expect(client.rest).toBe('')
    await charged(20)
  })

  test('calls that are sent ahead are answered in order, however long each takes', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => call(bodyOf(`answer ${i}`, { first_byte_ms: (i % 3) * 8 })))
    client.send(texts.join(''))
    for (const index of texts.keys()) expect(await answer()).toBe(`answer ${index}`)
    expect(client.rest).toBe('')
    await charged(12)
  })

  test('streams and whole answers take turns', async () => {
    const stream = JSON.stringify({ model, stream: true, messages: [], fake: { reply: 'streamed words' } })
    client.send(call(stream) + call(bodyOf('whole')) + call(stream) + call(bodyOf('again')))
    for (const expected of ['whole', 'again']) {
      const { headers, body } = await client.reply()
      expect(headers['transfer-encoding']).toBe('chunked')
      expect(body).toContain('streamed')
      expect(body).toEndWith('data: [DONE]\n\n')
      expect(await answer()).toBe(expected)
    }
    await charged(4)
  })

  test('a refused call does not end the connection', async () => {
    client.send(call('{') + call(bodyOf('fine')).replace(token, 'sk-wrong') + call('') + call(bodyOf('fine')))
    for (const status of [400, 401, 400]) expect((await client.reply()).status).toBe(status)
    expect(await answer()).toBe('fine')
  })

  test.each(['close', 'Close', 'keep-alive, close'])(
    '"connection: %s" ends it, and nothing behind counts',
    async (value) => {
      client.send(call(bodyOf('last'), [`connection: ${value}`]) + call(bodyOf('never')))
      const reply = await client.reply()
      expect(reply.headers.connection).toBe('close')
      expect(answerOf(reply)).toBe('last')
      await client.ended()
      expect(client.rest).toBe('')
      await charged(1)
    },
  )

  test('a stream with "connection: close" is complete before the end', async () => {
    const stream = JSON.stringify({ model, stream: true, messages: [], fake: { tokens: 50 } })
    client.send(call(stream, ['connection: close']))
    expect((await client.reply()).body).toEndWith('data: [DONE]\n\n')
    await client.ended()
  })

  test('after a request of the console everything goes through the web server', async () => {
    client.send(call(bodyOf('before')))
    expect(await answer()).toBe('before')
    client.send(STATUS)
    expect(JSON.parse((await client.reply()).body).success).toBe(true)
    for (const index of [1, 2]) {
      client.send(call(bodyOf(`behind ${index}`)))
      expect(await answer()).toBe(`behind ${index}`)
      client.send(STATUS)
      expect((await client.reply()).status).toBe(200)
    }
    expect(client.rest).toBe('')
    await charged(3)
  })

  test('a request of the console that is sent ahead waits for the call', async () => {
    client.send(call(bodyOf('slow', { first_byte_ms: 30 })) + STATUS)
    expect(await answer()).toBe('slow')
    expect(JSON.parse((await client.reply()).body).success).toBe(true)
  })

  test('nothing is lost of many bytes that are sent ahead', async () => {
    const long = 'x'.repeat(30_000)
    const texts = Array.from({ length: 20 }, (_, i) => call(bodyOf(`${i}`, { first_byte_ms: i ? 0 : 50 }, long + i)))
    client.send(texts.join(''))
    for (const index of texts.keys()) expect(await answer()).toBe(`${index}`)
    const bodies = relay.upstream.requests.slice(-20).map(({ body }) => JSON.parse(Buffer.from(body).toString()))
    expect(bodies.map(({ messages }) => messages[0].content)).toEqual(texts.map((_, index) => long + index))
  })

  describe('nobody is answered twice, or with the answer of another', () => {
    const inner = () => call(bodyOf('smuggled'))

    test('when a body looks like a request', async () => {
      client.send(call(bodyOf('outer', {}, inner())) + call(bodyOf('next')))
      expect(await answer()).toBe('outer')
      expect(await answer()).toBe('next')
      expect(client.rest).toBe('')
      client.send(call(inner()))
      expect((await client.reply()).status).toBe(400)
      await charged(2)
    })

    test('when a length is too short', async () => {
      const content = bodyOf('cut')
      client.send(withLength(content.length - 10, content) + call(bodyOf('next')))
      expect((await client.reply()).status).toBe(400)
      // The rest of the body is no request, and whoever sends that is not trusted with another.
      expect((await client.reply()).status).toBe(400)
      await client.ended()
      expect(client.rest).toBe('')
      await charged(0)
    })

    test('when a length is too long', async () => {
      const content = bodyOf('first')
      const next = call(bodyOf('next'))
      client.send(withLength(content.length + next.length, content + next))
      expect((await client.reply()).status).toBe(400)
      client.send(call(bodyOf('after')))
      expect(await answer()).toBe('after')
      await charged(1)
    })

    test.each([
      ['Transfer-Encoding: chunked', '0\r\n\r\n'],
      ['Transfer-Encoding : chunked', '0\r\n\r\n'],
      ['Transfer-Encoding: xchunked', '0\r\n\r\n'],
      ['Transfer-Encoding: identity, chunked', '0\r\n\r\n'],
      ['X: a\r\n Transfer-Encoding: chunked', '0\r\n\r\n'],
      ['X: a\nTransfer-Encoding: chunked', '0\r\n\r\n'],
      ['Content-Length: 5', '0\r\n\r\n'],
      ['Content-Length: 0', ''],
      ['Content-Length : 0', ''],
      ['Content-Length: +0', ''],
    ])('when the end of a body is told in two ways: %j', async (field, end) => {
      client.send(withLength(end.length + inner().length, end + inner(), [field]))
      expect((await client.reply()).status).toBe(400)
      await client.ended()
      expect(client.rest).toBe('')
      await charged(0)
    })
  })
})
