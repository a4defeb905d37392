import { afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type RawConnection, type RawServer, rawServer } from '#test/harness/raw-server.ts'
import { until } from '#test/harness/until.ts'
import { createFetchMedia, MediaError, type MediaRules } from './fetch-media.ts'

const PNG = Buffer.from('\x89PNG\r\n\x1a\n and the rest', 'latin1')
const PUBLIC = '93.184.215.14'
const stopped: RawServer[] = []
const serve = (heard: (connection: RawConnection, index: number) => unknown) => {
  const server = rawServer(heard)
  stopped.push(server)
  return server
}
const answer = (body: string | Buffer, head = '') =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}content-length: ${body.length}\r\n\r\n`), Buffer.from(body)])
const always = (bytes: string | Buffer) => serve(({ socket }) => socket.write(bytes))
const redirect = (location: string) => `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`

const fetcher = (rules: Partial<MediaRules> = {}) => createFetchMedia({ allowPrivate: true, ...rules })
const { signal } = new AbortController()
const fetched = async (url: string, rules: Partial<MediaRules> = {}) => (await fetcher(rules)([url], signal)).get(url)
const problem = (url: string, rules: Partial<MediaRules> = {}) =>
  fetched(url, rules).then(
    () => 'fetched',
    (error: unknown) => (error instanceof MediaError ? error.problem : String(error)),
  )

beforeAll(() => stopped.splice(0))
afterEach(() => {
  for (const server of stopped.splice(0)) server.stop()
})

describe('without leave, nothing of the own network is called', () => {
  const NOT_PUBLIC = 'is at an address that is not public'
  const guarded = { allowPrivate: false }

  test('by its address, however that is written', async () => {
    const server = always(answer(PNG))
    const { port } = new URL(server.url)
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', '[::]']
    for (const host of hosts)
      expect([host, await problem(`http://${host}:${port}/`, guarded)]).toEqual([host, NOT_PUBLIC])
    expect(server.connections).toHaveLength(0)
  })

  test('by a name, of which every address counts', async () => {
    const server = always(answer(PNG))
    const url = server.url.replace('127.0.0.1', 'media.test')
    for (const addresses of [['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::ffff:127.0.0.1'], ['fd00::1', PUBLIC]]) {
      expect(await problem(url, { ...guarded, resolve: async () => addresses })).toBe(NOT_PUBLIC)
    }
    expect(server.connections).toHaveLength(0)
  })

  test('by the name that every machine has for itself', async () => {
    const server = always(answer(PNG))
    expect(await problem(server.url.replace('127.0.0.1', 'localhost'), guarded)).toBe(NOT_PUBLIC)
    expect(server.connections).toHaveLength(0)
  })
})

describe('a name', () => {
  test('is looked up once, and the connection goes to the address that was judged', async () => {
    const server = always(answer(PNG))
    const lookups: string[] = []
    // A second lookup would return another address.
    const resolve = async (host: string) => {
      lookups.push(host)
      return lookups.length === 1 ? ['127.0.0.1'] : []
    }
    const url = server.url.replace('127.0.0.1', 'media.test')
    expect(await fetched(`${url}/a.png`, { resolve })).toEqual({ mediaType: 'image/png', data: PNG.toString('base64') })
    expect(lookups).toEqual(['media.test'])
    expect(server.connections[0]?.received.toLowerCase()).toContain(`host: ${url.slice(7)}\r\n`)
  })

  test('that nobody knows is said to be unknown', async () => {
    expect(await problem('http://media.test/', { resolve: async () => [] })).toBe('has a host that is not known')
    expect(await problem('http://nowhere.invalid/')).toBe('has a host that is not known')
  })

  test('with several addresses is called at the first that answers', async () => {
    const server = always(answer(PNG))
    const resolve = async () => ['127.0.0.2', '127.0.0.1']
    expect(await fetched(server.url.replace('127.0.0.1', 'media.test'), { resolve })).toBeDefined()
  })
})

describe('a redirect', () => {
  test('is followed, three times at most', async () => {
    const hops = serve(({ socket, received }) => {
      const left = Number(/GET \/(\d)/.exec(received)?.[1])
      socket.write(left > 0 ? redirect(`/${left - 1}`) : answer(PNG))
    })
    expect(await fetched(`${hops.url}/3`)).toBeDefined()
    expect(await problem(`${hops.url}/4`)).toBe('is redirected more than 3 times')
  })

  test('leads nowhere that could not be asked for', async () => {
    const inside = always(answer(PNG))
    const port = Number(new URL(inside.url).port)
    const resolve = async (host: string) => [host === 'media.test' ? '127.0.0.1' : '10.0.0.1']
    const to = (location: string) => problem(always(redirect(location)).url, { resolve })
    expect(await to('ftp://media.test/a')).toBe('is not an http(s) URL')
    expect(await to('file:///etc/passwd')).toBe('is not an http(s) URL')
    expect(await to(`http://user:word@127.0.0.1:${port}/`)).toBe('has a password in its URL')
  })

  test('to a host of the own network is judged again', async () => {
    const inside = always(answer(PNG))
    const moved = always(redirect(inside.url))
    const judged: string[] = []
    const resolve = async (host: string) => {
      judged.push(host)
      return ['127.0.0.1']
    }
    await fetched(moved.url.replace('127.0.0.1', 'first.test'), { resolve })
    const elsewhere = always(redirect('http://second.test:1/'))
    await problem(elsewhere.url.replace('127.0.0.1', 'third.test'), { resolve })
    expect(judged).toEqual(['first.test', 'third.test', 'second.test'])
  })
})

test.each(['ftp://media.test/', 'file:///etc/passwd', 'gopher://x', 'data:image/png;base64,AA', 'nonsense', ''])(
  '%j is no address to fetch from',
  async (url) => expect(await problem(url)).toBe('is not an http(s) URL'),
)

test('neither cookies nor credentials are sent or kept', async () => {
  const server = always(answer(PNG, 'set-cookie: a=b\r\n'))
  expect(await problem(server.url.replace('//', '//user:word@'))).toBe('has a password in its URL')
  const fetchMedia = fetcher()
  for (let i = 0; i < 2; i++) await fetchMedia([server.url], signal)
  const received = server.connections.map((connection) => connection.received).join('')
  expect(received).not.toMatch(/cookie|authorization/i)
  expect(server.connections).toHaveLength(2)
})

describe('size', () => {
  const TOO_LARGE = 'is too large: what a request names may have 20 MB in all'
  test('that is announced is judged before it arrives', async () => {
    const server = serve(({ socket }) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 30000000\r\n\r\n'))
    expect(await problem(server.url)).toBe(TOO_LARGE)
  })

  test('that is not announced is judged as it arrives', async () => {
    const server = serve(({ socket }) => socket.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(3000)}`))
    expect(await problem(server.url, { maxBytes: 2000 })).toBe(TOO_LARGE)
  })

  test('is that of the bytes in clear', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const server = always(answer(bomb, 'content-encoding: gzip\r\n'))
    expect(await problem(server.url, { maxBytes: 1_000_000 })).toBe(TOO_LARGE)
  })

  test('is that of all media of a call', async () => {
    const server = always(answer(PNG))
    const urls = [1, 2, 3].map((n) => `${server.url}/${n}`)
    const fetchMedia = fetcher({ maxBytes: PNG.length * 2 })
    expect((await fetchMedia(urls.slice(1), signal)).size).toBe(2)
    await expect(fetchMedia(urls, signal)).rejects.toThrow(TOO_LARGE)
  })
})

describe('time', () => {
  test('is that of the whole', async () => {
    const silent = serve(() => {})
    expect(await problem(silent.url, { timeoutMs: 50 })).toBe('was not there within 0.05 seconds')
    const slow = serve(async ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      for (let i = 0; i < 100; i++) {
        socket.write('x')
        await Bun.sleep(10)
      }
    })
    expect(await problem(slow.url, { timeoutMs: 100 })).toBe('was not there within 0.1 seconds')
  })

  test('ends when the caller hangs up', async () => {
    const silent = serve(() => {})
    const caller = new AbortController()
    const waiting = fetcher()([silent.url], caller.signal)
    caller.abort()
    await expect(waiting).rejects.toThrow('was given up by the caller')
    await until(() => silent.connections.every(({ closed }) => closed))
  })
})

test('what a file is, its bytes say', async () => {
  const page = always(answer('<html>not a picture</html>', 'content-type: image/png\r\n'))
  expect(await problem(page.url)).toBe('is not an image, a PDF, a sound or a film')
  const unnamed = always(answer(PNG, 'content-type: text/html\r\n'))
  expect(await fetched(unnamed.url)).toMatchObject({ mediaType: 'image/png' })
})

test('what else goes wrong is told without details', async () => {
  expect(await problem(always('HTTP/1.1 404 Gone\r\ncontent-length: 0\r\n\r\n').url)).toBe(
    'was answered with status 404',
  )
  expect(await problem(always('SSH-2.0-OpenSSH\r\n\r\n').url)).toBe('could not be fetched')
  expect(await problem('http://127.0.0.1:1/')).toBe('could not be fetched')
})

test('a call is no flood', async () => {
  const server = always(answer(PNG))
  const urls = Array.from({ length: 65 }, (_, i) => `${server.url}/${i}`)
  await expect(fetcher()(urls, signal)).rejects.toThrow(`${server.url}/64 exceeds the maximum of`)
  expect(server.connections).toHaveLength(0)
})

test('each address is asked once', async () => {
  const server = always(answer(PNG))
  const media = await fetcher()([server.url, server.url], signal)
  expect(media.size).toBe(1)
  expect(server.connections).toHaveLength(1)
})
