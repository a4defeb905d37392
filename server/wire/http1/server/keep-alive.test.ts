import { beforeEach, describe, expect, test } from 'bun:test'
import { onDatabase } from '#test/harness/databases.ts'
import { rawCalls } from '#test/harness/raw-calls.ts'
import type { RawReply } from '#test/harness/raw-client.ts'

/** Several requests on one connection: each gets one response, its own, and in order. */

onDatabase('sqlite', (fresh) => {
  const here = rawCalls(fresh)
  beforeEach(() => here.relay.channel({ models: here.model }))

  const bodyOf = (reply: string, fake: object = {}, content = 'hi') =>
    JSON.stringify({ model: here.model, messages: [{ role: 'user', content }], fake: { reply, ...fake } })
  const withLength = (length: number, content: string, fields: string[] = []) => here.bytesOf(content, fields, length)
  const call = here.bytesOf
  const answerOf = ({ body }: RawReply) => JSON.parse(body).choices?.[0].message.content
  const answer = async () => answerOf(await here.client.reply())
  const STATUS = 'GET /api/status HTTP/1.1\r\nhost: a.test\r\n\r\n'
  const charged = async (count: number) => expect(await here.relay.charges(here.model, count)).toHaveLength(count)

  test('one call after the other', async () => {
    for (let index = 0; index < 20; index++) {
      here.client.send(call(bodyOf(`answer ${index}`)))
      expect(await answer()).toBe(`answer ${index}`)
    }
    expect(here.client.rest).toBe('')
    await charged(20)
  })

  test('calls that are sent ahead are answered in order, however long each takes', async () => {
    const texts = Array.from({ length: 12 }, (_, i) => call(bodyOf(`answer ${i}`, { first_byte_ms: (i % 3) * 8 })))
    here.client.send(texts.join(''))
    for (const index of texts.keys()) expect(await answer()).toBe(`answer ${index}`)
    expect(here.client.rest).toBe('')
    await charged(12)
  })

  test('streams and whole answers take turns', async () => {
    const stream = JSON.stringify({ model: here.model, stream: true, messages: [], fake: { reply: 'streamed words' } })
    here.client.send(call(stream) + call(bodyOf('whole')) + call(stream) + call(bodyOf('again')))
    for (const expected of ['whole', 'again']) {
      const { headers, body } = await here.client.reply()
      expect(headers['transfer-encoding']).toBe('chunked')
      expect(body).toContain('streamed')
      expect(body).toEndWith('data: [DONE]\n\n')
      expect(await answer()).toBe(expected)
    }
    await charged(4)
  })

  test('a refused call does not end the connection', async () => {
    here.client.send(call('{') + call(bodyOf('fine')).replace(/sk-\w+/, 'sk-wrong') + call('') + call(bodyOf('fine')))
    for (const status of [400, 401, 400]) expect((await here.client.reply()).status).toBe(status)
    expect(await answer()).toBe('fine')
  })

  test.each(['close', 'Close', 'keep-alive, close'])(
    '"connection: %s" ends it, and nothing behind counts',
    async (value) => {
      here.client.send(call(bodyOf('last'), [`connection: ${value}`]) + call(bodyOf('never')))
      const reply = await here.client.reply()
      expect(reply.headers.connection).toBe('close')
      expect(answerOf(reply)).toBe('last')
      await here.client.ended()
      expect(here.client.rest).toBe('')
      await charged(1)
    },
  )

  test('a stream with "connection: close" is complete before the end', async () => {
    const stream = JSON.stringify({ model: here.model, stream: true, messages: [], fake: { tokens: 50 } })
    here.client.send(call(stream, ['connection: close']))
    expect((await here.client.reply()).body).toEndWith('data: [DONE]\n\n')
    await here.client.ended()
  })

  test('after a request of the console everything goes through the web server', async () => {
    here.client.send(call(bodyOf('before')))
    expect(await answer()).toBe('before')
    here.client.send(STATUS)
    expect(JSON.parse((await here.client.reply()).body).success).toBe(true)
    for (const index of [1, 2]) {
      here.client.send(call(bodyOf(`behind ${index}`)))
      expect(await answer()).toBe(`behind ${index}`)
      here.client.send(STATUS)
      expect((await here.client.reply()).status).toBe(200)
    }
    expect(here.client.rest).toBe('')
    await charged(3)
  })

  test('a request of the console that is sent ahead waits for the call', async () => {
    here.client.send(call(bodyOf('slow', { first_byte_ms: 30 })) + STATUS)
    expect(await answer()).toBe('slow')
    expect(JSON.parse((await here.client.reply()).body).success).toBe(true)
  })

  test('nothing is lost of many bytes that are sent ahead', async () => {
    const long = 'x'.repeat(30_000)
    const texts = Array.from({ length: 20 }, (_, i) => call(bodyOf(`${i}`, { first_byte_ms: i ? 0 : 50 }, long + i)))
    here.client.send(texts.join(''))
    for (const index of texts.keys()) expect(await answer()).toBe(`${index}`)
    const bodies = here.relay.upstream.requests.slice(-20).map(({ body }) => JSON.parse(Buffer.from(body).toString()))
    expect(bodies.map(({ messages }) => messages[0].content)).toEqual(texts.map((_, index) => long + index))
  })

  describe('nobody is answered twice, or with the answer of another', () => {
    const inner = () => call(bodyOf('smuggled'))

    test('when a body looks like a request', async () => {
      here.client.send(call(bodyOf('outer', {}, inner())) + call(bodyOf('next')))
      expect(await answer()).toBe('outer')
      expect(await answer()).toBe('next')
      expect(here.client.rest).toBe('')
      here.client.send(call(inner()))
      expect((await here.client.reply()).status).toBe(400)
      await charged(2)
    })

    test('when a length is too short', async () => {
      const content = bodyOf('cut')
      here.client.send(withLength(content.length - 10, content) + call(bodyOf('next')))
      expect((await here.client.reply()).status).toBe(400)
      // The rest of the body is not a request, and its sender does not get another one accepted.
      expect((await here.client.reply()).status).toBe(400)
      await here.client.ended()
      expect(here.client.rest).toBe('')
      await charged(0)
    })

    test('when a length is too long', async () => {
      const content = bodyOf('first')
      const next = call(bodyOf('next'))
      here.client.send(withLength(content.length + next.length, content + next))
      expect((await here.client.reply()).status).toBe(400)
      here.client.send(call(bodyOf('after')))
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
      here.client.send(withLength(end.length + inner().length, end + inner(), [field]))
      expect((await here.client.reply()).status).toBe(400)
      await here.client.ended()
      expect(here.client.rest).toBe('')
      await charged(0)
    })
  })
})
