import { afterEach, describe, expect, test } from 'bun:test'
import { callOf, type OwnPort, ownPort, replyOf } from '#test/harness/ingress.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'

/** Requests that are sent ahead of the answers to those before, on either way. */

const get = (name: string) => `GET /${name} HTTP/1.1\r\nhost: a.test\r\n\r\n`
const post = (name: string, size = 10) =>
  `POST /${name} HTTP/1.1\r\nhost: a.test\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`
const chunked = (text: string) =>
  `POST /${text} HTTP/1.1\r\nhost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n${'0'.repeat(3)}\r\n\r\n`
const expecting = 'POST /e HTTP/1.1\r\nhost: a.test\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\nab'

const MIXES: Record<string, [string, string[]]> = {
  reads: [get('a') + get('b') + get('c'), ['GET/a 0', 'GET/b 0', 'GET/c 0']],
  writes: [post('a') + post('b', 100_000) + post('c'), ['POST/a 10', 'POST/b 100000', 'POST/c 10']],
  chunks: [chunked('a') + chunked('b') + get('c'), ['POST/a 3', 'POST/b 3', 'GET/c 0']],
  'both ways': [
    callOf('one') + get('a') + callOf('two') + post('b'),
    ['one', 'GET/a 0', 'POST/v1/chat/completions 3', 'POST/b 10'],
  ],
  'streamed answers': [
    get('stream') + get('a') + get('stream') + post('b'),
    ['x'.repeat(100), 'GET/a 0', 'x'.repeat(100), 'POST/b 10'],
  ],
  'interim answers': [expecting + get('a'), ['POST/e 2', 'GET/a 0']],
  'no body': [`HEAD /a HTTP/1.1\r\nhost: a.test\r\n\r\n${get('b')}`, ['', 'GET/b 0']],
}

let port: OwnPort
let client: RawClient
afterEach(async () => {
  client.hangUp()
  await port.stop(true)
})

async function open(): Promise<void> {
  port = ownPort(
    async (call) => replyOf(String(await call.body(1000))),
    async (request) => {
      const { pathname } = new URL(request.url)
      const { length } = await request.text()
      await Bun.sleep(0)
      if (pathname !== '/stream') return new Response(`${request.method}${pathname} ${length}`)
      return new Response(
        new ReadableStream({
          async start(controller) {
            for (let piece = 0; piece < 10; piece++) {
              controller.enqueue(Buffer.from('x'.repeat(10)))
              await Bun.sleep(0)
            }
            controller.close()
          },
        }),
      )
    },
  )
  client = await rawClient(port.url)
}

describe.each([1, 20, 1_000_000])('in pieces of %d bytes', (size) => {
  test.each(Object.entries(MIXES))('are all answered, in their order: %s', async (name, [bytes, answers]) => {
    await open()
    const step = size === 1 && bytes.length > 10_000 ? 1000 : size
    for (let at = 0; at < bytes.length; at += step) {
      client.send(bytes.slice(at, at + step))
      if (at % (10 * step) === 0) await Bun.sleep(0)
    }
    const got: string[] = []
    while (got.length < answers.length) {
      const { status, body } = await client.reply(name === 'no body' && got.length === 0 ? 'HEAD' : 'POST')
      if (status !== 100) got.push(body)
    }
    expect(got).toEqual(answers)
    expect(client.rest).toBe('')
  })
})

test('are answered before a connection is left', async () => {
  await open()
  port.spreadConnections()
  client.send(callOf('one') + callOf('two') + callOf('three'))
  for (const text of ['one', 'two', 'three']) expect((await client.reply()).body).toBe(text)
  await client.ended()
})

describe('one after the other', () => {
  const ask = async (...requests: string[]) => {
    await open()
    const got: string[] = []
    for (const bytes of requests) {
      client.send(bytes)
      got.push((await client.reply(bytes.startsWith('HEAD') ? 'HEAD' : 'POST')).body)
    }
    return got
  }
  const BY_TUNNEL = 'POST/v1/chat/completions 3'

  test.each<[string, string, string]>([
    ['a read', get('a'), 'GET/a 0'],
    ['a write', post('b', 100_000), 'POST/b 100000'],
    ['a streamed answer', get('stream'), 'x'.repeat(100)],
    ['a look', 'HEAD /a HTTP/1.1\r\nhost: a.test\r\n\r\n', ''],
  ])('a call behind %s is read off its socket again', async (_what, request, answer) => {
    expect(await ask(request, callOf('one'), request, callOf('two'))).toEqual([answer, 'one', answer, 'two'])
  })

  test.each<[string, string, string]>([
    ['chunks', chunked('a'), 'POST/a 3'],
    ['a body of a DELETE', 'DELETE /a HTTP/1.1\r\nhost: a.test\r\ncontent-length: 2\r\n\r\nab', 'DELETE/a 2'],
    ['a forbidden character', expecting.replace('expect: 100-continue', 'x: \x7f'), 'POST/e 2'],
  ])('a call behind %s stays in the tunnel', async (_what, request, answer) => {
    const got = await ask(request, callOf('one'))
    expect(got).toEqual([answer, BY_TUNNEL])
  })

  test('one that has begun is read off its socket when it is whole', async () => {
    await open()
    client.send(get('a'))
    await client.reply()
    const call = callOf('one')
    client.send(call.slice(0, 40))
    await Bun.sleep(0)
    client.send(call.slice(40))
    expect((await client.reply()).body).toBe('one')
  })

  test('a connection that the web server is to close ends', async () => {
    await open()
    client.send('GET /a HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n')
    expect((await client.reply()).body).toBe('GET/a 0')
    await client.ended()
  })

  test('a stop ends it', async () => {
    await open()
    client.send(get('a'))
    await client.reply()
    await Promise.all([port.stop(), client.ended()])
  })
})
