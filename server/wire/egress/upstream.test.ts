import { afterAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type RawConnection, type RawServer, rawServer } from '#test/harness/raw-server.ts'
import { until } from '#test/harness/until.ts'
import type { Exchange, UpstreamRequest } from '../http1/client/upstream-answer.ts'
import { BYTES_PER_TURN } from '../http1/shared/turn-budget.ts'
import { readErrorText, sendUpstream } from './upstream.ts'

const servers: RawServer[] = []
afterAll(() => {
  for (const server of servers) server.stop()
})

function serve(heard: Parameters<typeof rawServer>[0]): RawServer {
  const server = rawServer(heard)
  servers.push(server)
  return server
}

/** Answers every complete small request with fixed bytes. */
const always = (answer: string | Buffer) => serve(({ socket }) => socket.write(answer))
const ok = (body: string, ...headers: string[]) =>
  ['HTTP/1.1 200 OK', `content-length: ${body.length}`, ...headers, '', body].join('\r\n')
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const request = (url: string, body = 'hello'): UpstreamRequest => ({
  url,
  headers: { authorization: 'Bearer key' },
  body: Buffer.from(body),
})
const text = async ({ answer }: Exchange) => (await (await answer).bytes()).toString()
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: Error) => error.message,
  )

/** Sends all of a text, as fast as the socket accepts it. */
async function write(socket: RawConnection['socket'], text: string): Promise<void> {
  for (let at = 0; at < text.length; await Bun.sleep(0)) at += Math.max(0, socket.write(text.slice(at, at + 500_000)))
}

describe('an exchange', () => {
  const send = sendUpstream
  test('sends the request as it is and reads status, headers and body', async () => {
    const server = always('HTTP/1.1 201 Made\r\nRetry-After: 3\r\ncontent-length: 2\r\n\r\nhi')
    const answer = await send(request(`${server.url}/v1/chat?x=%20y`)).answer
    expect([answer.status, answer.header('retry-after'), answer.header('nothing')]).toEqual([201, '3', undefined])
    expect((await answer.bytes()).toString()).toBe('hi')
    const sent = server.connections[0]?.received ?? ''
    expect(sent).toStartWith('POST /v1/chat?x=%20y HTTP/1.1\r\n')
    expect(sent.toLowerCase()).toContain(`host: ${server.url.slice(7)}\r\n`)
    expect(sent.toLowerCase()).toContain('content-length: 5\r\n')
    expect(sent).toMatch(/authorization: Bearer key\r\n/i)
    expect(sent).toEndWith('\r\n\r\nhello')
  })

  test.each([
    ['in one piece', 2_000_000],
    ['in small chunks', 100],
  ])(
    'hands a fast stream over in bounded turns of the event loop, with other tasks in between (%s)',
    async (_, size) => {
      const body = Buffer.alloc(2_000_000, 'a')
      const sent = body.toString().replace(new RegExp(`.{${size}}`, 'g'), chunk)
      const server = serve(
        ({ socket }) => void write(socket, `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${sent}0\r\n\r\n`),
      )
      const answer = await send(request(server.url)).answer
      let [received, inTurn, most, turns, isOver] = [0, 0, 0, 0, false]
      const otherTask = () => {
        most = Math.max(most, inTurn)
        inTurn = 0
        turns += 1
        if (!isOver) setImmediate(otherTask)
      }
      setImmediate(otherTask)
      await answer.each((part) => {
        received += part.length
        inTurn += part.length
        return undefined
      })
      isOver = true
      expect(received).toBe(body.length)
      // The other task may run in the middle of what the connection counts as one turn.
      expect(most).toBeLessThanOrEqual(2 * BYTES_PER_TURN)
      expect(turns).toBeGreaterThanOrEqual(body.length / (2 * BYTES_PER_TURN))
    },
  )

  test('asks with GET', async () => {
    const server = always(ok('{}'))
    expect(await text(send({ method: 'GET', url: server.url, headers: {}, body: Buffer.alloc(0) }))).toBe('{}')
    expect(server.connections[0]?.received).toStartWith('GET / HTTP/1.1\r\n')
  })

  test('a stream arrives as it comes, and its end is known', async () => {
    const server = serve(async ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
      for (const part of ['one', 'two', 'three']) {
        socket.write(chunk(part))
        await Bun.sleep(30)
      }
      socket.write('0\r\n\r\n')
    })
    const answer = await send(request(server.url)).answer
    const parts: string[] = []
    for (let part = await answer.read(); part; part = await answer.read()) parts.push(part.toString())
    expect(parts).toEqual(['one', 'two', 'three'])
    expect(await answer.read()).toBeUndefined()
  })

  describe('each part', () => {
    const stream = () =>
      always(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunk('a')}${chunk('b')}${chunk('c')}0\r\n\r\n`)

    test('is given in order, and the next one waits until it was taken', async () => {
      const answer = await send(request(stream().url)).answer
      let taking = 0
      let taken = ''
      await answer.each(async (part) => {
        expect(++taking).toBe(1)
        await Bun.sleep(5)
        taken += part.toString()
        taking -= 1
      })
      expect(taken).toBe('abc')
    })

    test('that cannot be taken ends the reading with its error', async () => {
      const answer = await send(request(stream().url)).answer
      const failure = new Error('cannot be taken')
      await expect(answer.each(() => Promise.reject(failure))).rejects.toBe(failure)
      const other = await send(request(stream().url)).answer
      const thrown = () => {
        throw failure
      }
      await expect(other.each(thrown)).rejects.toBe(failure)
    })

    test('that arrived is given before the answer breaks off', async () => {
      const server = serve(({ socket }) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
        setTimeout(() => socket.end(), 30)
      })
      const answer = await send(request(server.url)).answer
      let taken = ''
      const reading = answer.each(async (part) => {
        await Bun.sleep(60)
        taken += part.toString()
      })
      expect(await refusal(reading)).toBeString()
      expect(taken).toBe('half')
    })
  })

  test('a redirect is an answer', async () => {
    const server = always('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n')
    expect((await send(request(server.url)).answer).status).toBe(302)
  })

  test('a body that breaks off is an error, behind what came before', async () => {
    const server = serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
      setTimeout(() => socket.end(), 50)
    })
    const answer = await send(request(server.url)).answer
    expect((await answer.read())?.toString()).toBe('half')
    expect(await refusal(Promise.resolve(answer.read()))).toBeString()
  })

  test('cancelling before the answer rejects it and closes the connection', async () => {
    const server = serve(() => {})
    const exchange = send(request(server.url))
    await until(() => server.connections[0]?.received.endsWith('hello') ?? false)
    exchange.cancel('no patience')
    expect(await refusal(exchange.answer)).toContain('no patience')
    await until(() => server.connections[0]?.closed ?? false)
  })

  test('cancelling in the middle of a body wakes the reader and closes the connection', async () => {
    const server = always('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n')
    const exchange = send(request(server.url))
    const answer = await exchange.answer
    expect((await answer.read())?.toString()).toBe('abc')
    const waiting = refusal(Promise.resolve(answer.read()))
    exchange.cancel('no patience')
    expect(await waiting).toContain('no patience')
    await until(() => server.connections[0]?.closed ?? false)
  })

  test('an upstream that is not there is an error that says so', async () => {
    expect(await refusal(send(request('http://127.0.0.1:1/')).answer)).toMatch(/connect/i)
    expect(await refusal(send(request('http://nowhere.invalid/')).answer)).toBeString()
    expect(await refusal(send(request('nonsense')).answer)).toBeString()
  })

  test('a slow reader slows the upstream down, and loses nothing', async () => {
    const total = 60_000_000
    let sent = 0
    const server = serve(async ({ socket }) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${total}\r\n\r\n`)
      const block = Buffer.alloc(500_000, 'x')
      while (sent < total) {
        const written = socket.write(block.subarray(0, Math.min(block.length, total - sent)))
        if (written > 0) sent += written
        else await Bun.sleep(2)
      }
    })
    const answer = await send(request(server.url)).answer
    await answer.read()
    await Bun.sleep(300)
    // The size of the system's own buffers on loopback.
    expect(sent).toBeLessThan(total / 2)
    let received = 0
    for (let part = await answer.read(); part; part = await answer.read()) received += part.length
    expect(received).toBeGreaterThan(total / 2)
  })

  test('a large request arrives whole', async () => {
    const body = Buffer.alloc(8_000_000, 'abcdefgh').toString()
    const server = serve((connection) => {
      if (connection.received.endsWith(body)) connection.socket.write(ok('whole'))
    })
    expect(await text(send(request(server.url, body)))).toBe('whole')
  })

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('an answer compressed with %s is read in clear', async (coding, compress) => {
    const body = compress(Buffer.from('some words '.repeat(1000)))
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${body.length}\r\n\r\n`
    const server = always(Buffer.concat([Buffer.from(head), body]))
    expect(await text(send(request(server.url)))).toBe('some words '.repeat(1000))
  })
})

describe('our own client', () => {
  test('answers are the same however the network cuts them', async () => {
    const bytes = `HTTP/1.1 200 OK\r\ncontent-type: a/b\r\ntransfer-encoding: chunked\r\n\r\n${chunk('hello')}${chunk(' you')}0\r\n\r\n`
    const server = serve(async ({ socket }) => {
      for (const byte of bytes) {
        socket.write(byte)
        await Bun.sleep(0)
      }
    })
    const exchange = sendUpstream(request(server.url))
    expect((await exchange.answer).header('content-type')).toBe('a/b')
    expect(await text(exchange)).toBe('hello you')
  })

  test('a connection carries one request after the other, and many at once take one each', async () => {
    const server = always(ok('{}'))
    for (let i = 0; i < 5; i++) expect(await text(sendUpstream(request(server.url)))).toBe('{}')
    expect(server.connections).toHaveLength(1)
    await Promise.all(Array.from({ length: 4 }, () => text(sendUpstream(request(server.url)))))
    expect(server.connections).toHaveLength(4)
  })

  test('a connection that the server closes is not used again', async () => {
    const closing = always(ok('{}', 'connection: close'))
    await text(sendUpstream(request(closing.url)))
    await text(sendUpstream(request(closing.url)))
    expect(closing.connections).toHaveLength(2)

    const silent = always(ok('{}'))
    await text(sendUpstream(request(silent.url)))
    silent.connections[0]?.socket.end()
    await until(() => silent.connections[0]?.closed ?? false)
    expect(await text(sendUpstream(request(silent.url)))).toBe('{}')
    expect(silent.connections).toHaveLength(2)
  })

  test('a connection that closes under the next request gives way to a new one, once', async () => {
    let answering = true
    const server = serve(({ socket, received }) => {
      if (answering && received.split('POST').length === 2) socket.write(ok('{}'))
      else socket.terminate()
    })
    await text(sendUpstream(request(server.url)))
    expect(await text(sendUpstream(request(server.url)))).toBe('{}')
    expect(server.connections).toHaveLength(2)
    answering = false
    expect(await refusal(sendUpstream(request(server.url)).answer)).toBeString()
    expect(server.connections).toHaveLength(3)
  })

  test('a connection that closes only after a while is an error: the server may have done what was asked', async () => {
    const server = serve(async ({ socket, received }) => {
      if (received.split('POST').length === 2) socket.write(ok('{}'))
      else {
        await Bun.sleep(1200)
        socket.terminate()
      }
    })
    await text(sendUpstream(request(server.url)))
    expect(await refusal(sendUpstream(request(server.url)).answer)).toBeString()
    expect(server.connections).toHaveLength(1)
  })

  test('a new connection that closes without an answer is an error: the request may have counted', async () => {
    const server = serve(({ socket }) => socket.end())
    expect(await refusal(sendUpstream(request(server.url)).answer)).toContain('closed')
    expect(server.connections).toHaveLength(1)
  })

  test('a body without length ends with its connection', async () => {
    const server = serve(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nall of it')
      socket.end()
    })
    expect(await text(sendUpstream(request(server.url)))).toBe('all of it')
  })

  test('announcements come before the answer', async () => {
    const server = always(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok('{}')}`)
    const answer = await sendUpstream(request(server.url)).answer
    expect([answer.status, answer.header('link')]).toEqual([200, undefined])
  })

  test('bytes behind an answer are not taken for the next one', async () => {
    const server = serve(({ socket }, index) => socket.write(ok(`answer ${index}`) + (index === 0 ? ok('forged') : '')))
    expect(await text(sendUpstream(request(server.url)))).toBe('answer 0')
    expect(await text(sendUpstream(request(server.url)))).toBe('answer 1')
  })

  test('bytes that come while nothing was asked close the connection', async () => {
    const server = serve(({ socket }, index) => socket.write(ok(`answer ${index}`)))
    await text(sendUpstream(request(server.url)))
    server.connections[0]?.socket.write(ok('forged'))
    await until(() => server.connections[0]?.closed ?? false)
    expect(await text(sendUpstream(request(server.url)))).toBe('answer 1')
  })

  test('an early refusal is read, and its connection is not used again', async () => {
    const server = serve(({ socket }) => {
      socket.pause()
      socket.write('HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig')
    })
    for (let calls = 1; calls <= 2; calls++) {
      const exchange = sendUpstream(request(server.url, 'x'.repeat(20_000_000)))
      expect((await exchange.answer).status).toBe(413)
      expect(await text(exchange)).toBe('big')
      expect(server.connections).toHaveLength(calls)
    }
  })

  test('what breaks the protocol is an error', async () => {
    const answers = [
      'SSH-2.0-OpenSSH\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}`,
      'HTTP/1.1 200 OK\r\ncontent-encoding: lzma\r\ncontent-length: 1\r\n\r\nx',
    ]
    for (const bytes of answers) expect(await refusal(sendUpstream(request(always(bytes).url)).answer)).toBeString()
    const broken = always('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n')
    expect(await refusal(text(sendUpstream(request(broken.url))))).toContain('chunk')
  })

  test('a header with a line break is refused before anything is sent', async () => {
    const server = always(ok('{}'))
    for (const value of ['a\r\nx: y', 'a\nb', 'a\0b', '密钥']) {
      const forged = { ...request(server.url), headers: { authorization: value } }
      expect(await refusal(sendUpstream(forged).answer)).toContain('authorization')
    }
    expect(server.connections.map(({ received }) => received).join('')).toBe('')
  })

  test('of a long error only the beginning is read', async () => {
    const server = always(ok('x'.repeat(100_000)))
    expect(await readErrorText(await sendUpstream(request(server.url)).answer, 1000)).toHaveLength(1000)
  })
})
