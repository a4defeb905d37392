import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { until } from '#test/harness/until.ts'
import { readAll } from '../http1/client/read-all.ts'
import { sendUpstream } from './upstream.ts'

let received: string[] = []
let closed = 0
/** Bytes of a long answer that the server could not send yet. */
let waiting = () => 0
const LONG_FRAME = 'x'.repeat(1024 * 1024)
const LONG_FRAMES = 40
const server = Bun.serve<{ path: string }, never>({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request, server) {
    const { pathname: path } = new URL(request.url)
    if (path === '/denied') return Response.json({ message: 'no' }, { status: 403 })
    if (path === '/moved') return Response.redirect('http://127.0.0.1:1/')
    return server.upgrade(request, { data: { path } }) ? undefined : new Response(null, { status: 400 })
  },
  websocket: {
    backpressureLimit: 64 * 1024 * 1024,
    message(socket, text) {
      received.push(String(text))
      if (socket.data.path === '/silent') return
      if (socket.data.path === '/long') {
        for (let count = 0; count < LONG_FRAMES; count++) socket.send(LONG_FRAME)
        waiting = () => socket.getBufferedAmount()
        return
      }
      for (const frame of ['one', 'two\nlines', 'last']) socket.send(frame)
      if (socket.data.path === '/closed') socket.close(1000)
      if (socket.data.path === '/broken') socket.close(1011, 'oops')
    },
    close() {
      closed += 1
    },
  },
})
/** A server that sends one text in two frames: RFC 6455 §5.4. */
const fragments = Bun.listen<undefined>({
  port: 0,
  hostname: '127.0.0.1',
  socket: {
    data(socket, bytes) {
      const key = /sec-websocket-key: (\S+)/i.exec(bytes.toString('latin1'))?.[1]
      if (!key) return
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
      const head = `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
      const [one, two] = [Buffer.from('你好').subarray(0, 4), Buffer.from('你好').subarray(4)]
      socket.write(Buffer.concat([Buffer.from(head), Buffer.from([0x01, one.length]), one]))
      socket.write(Buffer.concat([Buffer.from([0x80, two.length]), two, Buffer.from([0x88, 0x02, 0x03, 0xe8])]))
    },
  },
})
afterAll(async () => {
  await server.stop(true)
  fragments.stop(true)
})
beforeEach(() => {
  received = []
  closed = 0
})

const send = (path: string, isLast?: (frame: string) => boolean, port = server.port) =>
  sendUpstream({
    url: `ws://127.0.0.1:${port}${path}`,
    headers: {},
    body: Buffer.from('question'),
    ...(isLast ? { isLast } : {}),
  })
const EVENTS = 'data: one\n\ndata: two\ndata: lines\n\ndata: last\n\n'

describe('a request over a WebSocket', () => {
  test('is one frame, and its answer a stream of events', async () => {
    const answer = await send('/closed').answer
    expect(answer.status).toBe(200)
    expect(answer.header('content-type')).toBe('text/event-stream')
    expect((await readAll(answer)).toString()).toBe(EVENTS)
    expect(received).toEqual(['question'])
  })
  test('ends with the frame that is the last, and closes the connection', async () => {
    const answer = await send('/open', (frame) => frame === 'last').answer
    const parts: string[] = []
    await answer.each((part) => void parts.push(part.toString()))
    expect(parts.join('')).toBe(EVENTS)
    await until(() => closed === 1)
  })
  test('puts frames together that come in fragments', async () => {
    const answer = await send('/', undefined, fragments.port).answer
    expect((await answer.bytes()).toString()).toBe('data: 你好\n\n')
  })
  test('slows an upstream down that sends faster than its answer is read', async () => {
    let count = 0
    const answer = await send('/long', () => ++count === LONG_FRAMES).answer
    await until(() => count > 0 && waiting() > (LONG_FRAMES * LONG_FRAME.length) / 2)
    let bytes = 0
    await answer.each((part) => {
      bytes += part.length
      return undefined
    })
    expect(bytes).toBe(LONG_FRAMES * `data: ${LONG_FRAME}\n\n`.length)
  })
  test('breaks off where the other side does', async () => {
    const answer = await send('/broken').answer
    expect(readAll(answer)).rejects.toThrow('the connection was closed early (1011)')
  })
  test.each([
    ['/denied', 403],
    ['/moved', 302],
  ])('that is refused at %s has the status of the refusal', async (path, status) => {
    const answer = await send(path).answer
    expect(answer.status).toBe(status)
    expect(await answer.bytes()).toHaveLength(0)
  })
  test('that is cancelled closes the connection and says why', async () => {
    const exchange = send('/silent')
    const answer = await exchange.answer
    await until(() => received.length === 1)
    const read = answer.read()
    exchange.cancel('the caller hung up')
    expect(read).rejects.toThrow('the caller hung up')
    await until(() => closed === 1)
  })
  test('that is cancelled at once never asks', async () => {
    const exchange = send('/silent')
    exchange.cancel('the caller hung up')
    expect(exchange.answer).rejects.toThrow('the caller hung up')
    await (await send('/closed').answer).bytes()
    expect(received).toEqual(['question'])
  })
  test.each(['ws://127.0.0.1:1/x?authorization=secret', 'ws://[?authorization=secret'])(
    'to %s says nothing of its address',
    async (url) => {
      const error = await sendUpstream({ url, headers: {}, body: new Uint8Array() }).answer.catch(String)
      expect(error).toStartWith('Error: ')
      expect(error).not.toContain('secret')
    },
  )
})
