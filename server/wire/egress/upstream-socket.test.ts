import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Frame } from '../../platform/http/message-socket.ts'
import { openUpstreamSocket, SocketRefused } from './upstream-socket.ts'

let server: Bun.Server<undefined>
const asked: Record<string, string>[] = []

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request, server) {
      asked.push(Object.fromEntries(request.headers))
      const { pathname } = new URL(request.url)
      if (pathname === '/refused') return new Response('{"error":{}}', { status: 403 })
      if (pathname === '/elsewhere') return Response.redirect(`http://127.0.0.1:${server.port}/`)
      if (pathname === '/late') return new Promise<Response>(() => {})
      return server.upgrade(request) ? undefined : new Response(null, { status: 400 })
    },
    websocket: {
      open(socket) {
        for (const frame of ['one', 'two', Buffer.from('three')]) socket.send(frame)
      },
      message(socket, frame) {
        if (frame === 'end') socket.close(4001, 'because')
        else if (frame === 'break') socket.terminate()
        else socket.send(frame)
      },
    },
  })
})
afterAll(() => server.stop(true))

const open = (path: string, protocols: string[] = [], headers = {}) =>
  openUpstreamSocket({ url: `ws://127.0.0.1:${server.port}${path}`, headers, protocols })

/** Returns all events of a socket until it is closed. */
async function heard(path: string, send: Frame[]) {
  const socket = await open(path).opened
  const frames: Frame[] = []
  const end = Promise.withResolvers<{ code: number; reason: string }>()
  socket.listen({ frame: (frame) => frames.push(frame), closed: (code, reason) => end.resolve({ code, reason }) })
  for (const frame of send) await socket.send(frame)
  return { frames, end: await end.promise }
}

test('hears what came before it listened, text and bytes, and how it ends', async () => {
  const { frames, end } = await heard('/', ['echo', 'end'])
  expect(frames).toEqual(['one', 'two', Buffer.from('three'), 'echo'])
  expect(end).toEqual({ code: 4001, reason: 'because' })
})

test('a connection that breaks off is told as 1006', async () => {
  expect((await heard('/', ['break'])).end.code).toBe(1006)
})

test('the first frame can be looked at, and stays', async () => {
  const socket = await open('/').opened
  expect(await socket.firstFrame(1000)).toBe('one')
  expect(await socket.firstFrame(1000)).toBe('one')
  const first = await new Promise((resolve) => socket.listen({ frame: resolve, closed() {} }))
  expect(first).toBe('one')
  socket.close()
})

test('offers sub-protocols and shows headers', async () => {
  const socket = await open('/', ['realtime', 'key.1'], { authorization: 'Bearer k' }).opened
  expect(asked.at(-1)).toMatchObject({ authorization: 'Bearer k', 'sec-websocket-protocol': 'realtime, key.1' })
  expect(asked.at(-1)?.['sec-websocket-extensions']).toBeUndefined()
  socket.close()
})

test.each([
  ['/refused', 403],
  ['/elsewhere', 302],
])('a handshake that %s is an error with its status', async (path, status) => {
  const error = await open(path).opened.catch((error) => error)
  expect(error).toBeInstanceOf(SocketRefused)
  expect(error.status).toBe(status)
})

test('no error names an address', async () => {
  for (const url of ['ws://127.0.0.1:1/key-in-path', 'nonsense key-in-path', 'http://key-in-path:99999/']) {
    const error = await openUpstreamSocket({ url, headers: {}, protocols: [] }).opened.catch((error) => error)
    expect(error).toBeInstanceOf(Error)
    expect(String(error)).not.toContain('key-in-path')
    expect(String(error)).not.toContain('127.0.0.1')
  }
})

test('can be given up while the upstream has not answered', async () => {
  const opening = open('/late')
  opening.cancel()
  expect(await opening.opened.catch((error) => String(error))).toContain('cancelled')
})
