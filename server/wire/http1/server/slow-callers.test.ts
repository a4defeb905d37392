import { afterEach, describe, expect, setSystemTime, test } from 'bun:test'
import { callOf, type OwnPort, ownPort, replyOf, streamOf } from '#test/harness/ingress.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'
import { until } from '#test/harness/until.ts'
import type { Sink } from '../shared/response.ts'

/** Callers that read or send slowly, or not at all. */

const MEGABYTE = 1024 * 1024
/** More than the kernel buffers for both ends of a connection. */
const TOO_MUCH = 24 * MEGABYTE

let port: OwnPort
const clients: RawClient[] = []

async function connect(): Promise<RawClient> {
  const client = await rawClient(port.url)
  clients.push(client)
  return client
}

afterEach(async () => {
  setSystemTime()
  for (const client of clients.splice(0)) client.hangUp()
  await port.stop(true)
  expect(port.failures).toEqual([])
})

/** Waits until a number no longer changes. */
async function standsStill(read: () => number): Promise<void> {
  let before = -1
  await until(async () => {
    const same = before === read() && before > 0
    before = read()
    await Bun.sleep(20)
    return same
  })
}

/** Returns a text in which every position differs from its neighbours. */
const pattern = (length: number) => Buffer.alloc(length, '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU')

describe('a caller that stops reading', () => {
  test('stops a stream, with no more than one piece waiting, and gets every byte when it goes on', async () => {
    const piece = pattern(40_000)
    const pieces = Math.ceil(TOO_MUCH / piece.length)
    let written = 0
    let ended = false
    port = ownPort(async () =>
      streamOf(async (sink: Sink) => {
        for (; written < pieces; written++) await sink.write(piece)
        sink.end()
        ended = true
      }),
    )
    const client = await connect()
    client.pause()
    client.send(callOf() + callOf())
    await standsStill(() => written)
    expect(written).toBeLessThan(pieces)
    client.resume()
    await until(() => ended)
    const { body } = await client.reply()
    expect(Buffer.from(body, 'latin1').equals(Buffer.concat(Array.from({ length: pieces }, () => piece)))).toBe(true)
  })

  test('gets every byte of a long answer when it goes on', async () => {
    const answer = pattern(TOO_MUCH)
    port = ownPort(async () => replyOf(answer))
    const client = await connect()
    client.pause()
    client.send(callOf())
    await Bun.sleep(30)
    client.resume()
    const { body } = await client.reply()
    expect(Buffer.from(body, 'latin1').equals(answer)).toBe(true)
    client.send(callOf('', ['connection: close']))
    expect((await client.reply()).body.length).toBe(TOO_MUCH)
    await client.ended()
  })

  test('is not answered further calls, however many it sends', async () => {
    const answer = pattern(8 * MEGABYTE)
    let answered = 0
    port = ownPort(async () => {
      answered++
      return replyOf(answer)
    })
    const client = await connect()
    client.pause()
    const calls = 2000
    client.send(callOf(' '.repeat(10_000)).repeat(calls))
    await standsStill(() => answered)
    await standsStill(() => client.unsent)
    const before = answered
    await Bun.sleep(30)
    expect(answered).toBe(before)
    expect(answered).toBeLessThan(8)
    client.resume()
    for (let index = 0; index < 10; index++) expect((await client.reply()).body.length).toBe(answer.length)
  })

  test('does not make a download of the web server fill the memory', async () => {
    const piece = pattern(256 * 1024)
    const pieces = Math.ceil(TOO_MUCH / piece.length)
    let made = 0
    port = ownPort(
      async () => replyOf(''),
      () =>
        new Response(
          new ReadableStream({
            pull(controller) {
              if (made++ < pieces) controller.enqueue(piece)
              else controller.close()
            },
          }),
        ),
    )
    const client = await connect()
    client.pause()
    client.send('GET /download HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\n\r\n')
    await standsStill(() => made)
    expect(made).toBeLessThan(pieces)
    client.resume()
    const { body } = await client.reply('GET')
    expect(Buffer.from(body, 'latin1').equals(Buffer.concat(Array.from({ length: pieces }, () => piece)))).toBe(true)
    await client.ended()
  })
})

test('what is sent ahead during a call is not let in without end', async () => {
  const gate = Promise.withResolvers<void>()
  let answered = 0
  port = ownPort(async () => {
    await gate.promise
    return replyOf(`${++answered}`)
  })
  const client = await connect()
  const calls = 1000
  client.send(callOf(' '.repeat(TOO_MUCH / calls)).repeat(calls))
  await standsStill(() => client.unsent)
  expect(answered).toBe(0)
  gate.resolve()
  for (let index = 1; index <= calls; index++) expect((await client.reply()).body).toBe(`${index}`)
})

describe('a body that comes slowly', () => {
  test.each([
    ['in small pieces', 300_000, 7001],
    ['byte by byte', 100, 1],
    ['as long as one may be', MEGABYTE, 100_000],
  ])('%s is whole when it is handed over', async (_name, length, size) => {
    port = ownPort(async (call) => replyOf(Buffer.from(await call.body(MEGABYTE)).toString()))
    const client = await connect()
    const body = pattern(length)
    const text = callOf(body.toString())
    for (let at = 0; at < text.length; at += size) {
      client.send(text.slice(at, at + size))
      await Bun.sleep(1)
    }
    expect((await client.reply()).body).toBe(body.toString())
  })
})

test('a caller that keeps the server waiting is cut off in time, and one that works is not', async () => {
  const start = Date.now()
  const later = (seconds: number) => setSystemTime(start + seconds * 1000)
  const gate = Promise.withResolvers<void>()
  let streamed = false
  port = ownPort(async (call) => {
    if (call.refusal) return { ...replyOf(String(call.refusal)), status: 408 }
    const body = (await call.body(MEGABYTE)).toString()
    if (body === 'wait') await gate.promise
    if (body === 'stream') {
      return streamOf(async (sink) => {
        for (let size = 0; size < TOO_MUCH; size += MEGABYTE) await sink.write(pattern(MEGABYTE))
        sink.end()
        streamed = true
      })
    }
    return replyOf(body === 'long' ? pattern(TOO_MUCH) : 'fine')
  })
  const [idle, head, trickled, body, slowBody] = await Promise.all([
    connect(),
    connect(),
    connect(),
    connect(),
    connect(),
  ])
  const [unread, stalled, working, web] = await Promise.all([connect(), connect(), connect(), connect()])
  const text = callOf('some text')
  idle.send(callOf())
  expect((await idle.reply()).body).toBe('fine')
  head.send(text.slice(0, 30))
  trickled.send(text.slice(0, 30))
  body.send(text.slice(0, -5))
  slowBody.send(text.slice(0, -5))
  for (const client of [unread, stalled]) client.pause()
  unread.send(callOf('long'))
  stalled.send(callOf('stream'))
  working.send(callOf('wait'))
  web.send('GET /sta')
  await Bun.sleep(30)

  later(100)
  trickled.send(text.slice(30, 31))
  slowBody.send(text.slice(-5, -4))
  await Bun.sleep(30)
  later(130)
  await Promise.all([head.ended(), trickled.ended()])
  for (const client of [body, slowBody]) {
    expect(await client.reply()).toMatchObject({ status: 408, body: 'too slow' })
    await client.ended()
  }
  for (const client of [unread, stalled]) {
    client.resume()
    await client.ended()
    expect(client.received).toBeLessThan(TOO_MUCH)
  }
  // Work that waited for the caller no longer does.
  await until(() => streamed)

  later(890)
  idle.send(callOf())
  expect((await idle.reply()).body).toBe('fine')
  later(1100)
  expect(idle.closed).toBe(false)
  gate.resolve()
  expect((await working.reply()).body).toBe('fine')
  web.send('tus HTTP/1.1\r\nhost: a.test\r\n\r\n')
  expect((await web.reply('GET')).body).toBe('web')
})

test('whoever has silently gone is forgotten after a day, and who is talked with is not', async () => {
  const start = Date.now()
  const later = (hours: number) => setSystemTime(start + hours * 3_600_000)
  const gate = Promise.withResolvers<void>()
  port = ownPort(
    async () => replyOf(''),
    async () => {
      await gate.promise
      return new Response('web')
    },
  )
  const [half, waiting, busy] = await Promise.all([connect(), connect(), connect()])
  const text = 'GET /a HTTP/1.1\r\nhost: a.test\r\n\r\n'
  half.send('GET /sta')
  waiting.send(text)
  busy.send(text)
  await Bun.sleep(30)
  later(20)
  gate.resolve()
  expect((await busy.reply('GET')).body).toBe('web')
  expect((await waiting.reply('GET')).body).toBe('web')
  later(26)
  await half.ended()
  busy.send(text)
  expect((await busy.reply('GET')).body).toBe('web')
  later(45)
  await waiting.ended()
  expect(busy.closed).toBe(false)
})
