import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { createConnection } from 'node:net'
import { callOf, type OwnPort, ownPort, replyOf, streamOf } from '#test/harness/ingress.ts'
import { rawClient } from '#test/harness/raw-client.ts'
import { until } from '#test/harness/until.ts'
import { listen } from './listen.ts'

let port: OwnPort
let failures: string[] = []

beforeEach(() => {
  failures = []
})
afterEach(async () => {
  await port.stop(true)
  expect(port.failures.map(String)).toEqual(failures)
})

const STATUS = 'GET /status HTTP/1.1\r\nhost: a.test\r\n\r\n'
const connect = () => rawClient(port.url)

describe('stopping', () => {
  test('ends connections that have nothing to do, and takes no other', async () => {
    port = ownPort(async () => replyOf('fine'))
    const [fresh, used, tunnel] = await Promise.all([connect(), connect(), connect()])
    used.send(callOf())
    tunnel.send(STATUS)
    await Promise.all([used.reply(), tunnel.reply()])
    await port.stop()
    await Promise.all([fresh.ended(), used.ended(), tunnel.ended()])
    expect(connect()).rejects.toThrow('ECONNREFUSED')
  })

  test('answers calls on connections that the system has made and nobody has accepted', async () => {
    port = ownPort(async () => replyOf('fine'))
    const clients = Array.from({ length: 50 }, connect)
    const stop = port.stop()
    const replies = clients.map(async (client) => {
      const { send, reply } = await client
      send(callOf())
      return (await reply()).headers.connection
    })
    expect(new Set(await Promise.all(replies))).toEqual(new Set(['close']))
    await stop
  })

  test('keeps serving a connection that is in use until it has been quiet for a while', async () => {
    port = ownPort(async () => streamOf(async (sink) => sink.end(Buffer.from('x'))))
    const [used, idle] = await Promise.all([connect(), connect()])
    const stop = port.stop()
    await Bun.sleep(500)
    used.send(callOf())
    expect((await used.reply()).headers.connection).toBe('close')
    await Promise.all([used.ended(), idle.ended(), stop])
  })

  test('answers who calls in that very moment, and nobody later', async () => {
    port = ownPort(async () => replyOf('fine'))
    const [early, late, tunnel] = await Promise.all([connect(), connect(), connect()])
    for (const client of [early, late]) client.send(callOf())
    tunnel.send(STATUS)
    await Promise.all([early.reply(), late.reply(), tunnel.reply()])
    const stop = port.stop()
    early.send(callOf())
    tunnel.send(STATUS)
    for (const client of [early, tunnel]) {
      const { status, headers } = await client.reply()
      expect([status, headers.connection]).toEqual([200, 'close'])
    }
    await early.ended()
    await stop
    await Promise.all([late.ended(), tunnel.ended()])
  })

  test('waits for what is being answered, and for a call behind it only where the reply promised to take one', async () => {
    const gate = Promise.withResolvers<void>()
    let began = 0
    const begin = async () => {
      began++
      await gate.promise
    }
    port = ownPort(
      async (call) => {
        if ((await call.body(1_000_000)).toString() === 'late') return replyOf('refused')
        if (call.header('x-kind') !== 'stream') {
          await begin()
          return replyOf('whole')
        }
        return streamOf(async (sink) => {
          await sink.write('first')
          await begin()
          sink.end(Buffer.from(' and last'))
        })
      },
      async () => {
        await begin()
        return new Response('web')
      },
    )
    const clients = await Promise.all(['whole', 'stream', 'web', 'late'].map(connect))
    const [whole, stream, web, late] = clients
    whole?.send(callOf() + callOf())
    stream?.send(callOf('', ['x-kind: stream']) + callOf())
    web?.send(STATUS)
    late?.send(callOf('late').slice(0, -2))
    await until(() => began === 3)
    let stopped = false
    const stop = port.stop().then(() => {
      stopped = true
    })
    // Half of its body had arrived before.
    late?.send('te')
    expect((await late?.reply())?.body).toBe('refused')
    expect(stopped).toBe(false)
    gate.resolve()
    const replies = [await whole?.reply(), await stream?.reply(), await web?.reply('GET'), await stream?.reply()]
    expect(replies.map((reply) => reply?.body)).toEqual(['whole', 'first and last', 'web', 'whole'])
    // The head of the stream was sent before the stop.
    expect(replies.map((reply) => reply?.headers.connection)).toEqual(['close', undefined, 'close', 'close'])
    await stop
    await Promise.all(clients.map((client) => client.ended()))
    expect(clients.map((client) => client.rest)).toEqual(['', '', '', ''])
    expect(began).toBe(4)
  })

  test('sends an answer to its end', async () => {
    const answer = Buffer.alloc(24 * 1024 * 1024, 'x')
    port = ownPort(async () => replyOf(answer))
    const client = await connect()
    client.pause()
    client.send(callOf())
    await Bun.sleep(30)
    const stop = port.stop()
    client.resume()
    expect((await client.reply()).body.length).toBe(answer.length)
    await stop
  })

  test('does not wait for callers that leave their end open', async () => {
    port = ownPort(async () => replyOf('fine'))
    const { hostname, port: number } = new URL(port.url)
    for (const text of ['', callOf(), STATUS]) {
      const patient = createConnection({ host: hostname, port: Number(number), allowHalfOpen: true })
      patient.write(text)
      if (text) await new Promise((resolve) => patient.once('data', resolve))
    }
    await port.stop()
  })

  test('by force waits for nobody, before or after it was asked kindly', async () => {
    for (const kindly of [false, true]) {
      port = ownPort(
        () => new Promise(() => {}),
        () => new Promise(() => {}),
      )
      const clients = await Promise.all([connect(), connect(), connect(), connect()])
      for (const [index, text] of [callOf(), STATUS, 'GET /h', callOf('body').slice(0, -1)].entries()) {
        clients[index]?.send(text)
      }
      await Bun.sleep(10)
      const before = kindly ? port.stop() : undefined
      await port.stop(true)
      await before
      await Promise.all(clients.map((client) => client.ended()))
    }
  })
})

test('a caller that sends many calls ahead lets another task run between two of them', async () => {
  let [inTurn, most, answered, isOver] = [0, 0, 0, false]
  const otherTask = () => {
    most = Math.max(most, inTurn)
    inTurn = 0
    if (!isOver) setImmediate(otherTask)
  }
  port = ownPort(async () => {
    answered += 1
    inTurn += 1
    return replyOf('fine')
  })
  const client = await connect()
  setImmediate(otherTask)
  client.send(callOf().repeat(100))
  await until(() => answered === 100)
  isOver = true
  expect(most).toBeLessThanOrEqual(2)
})

test('a place that cannot be had is named in the error', async () => {
  port = ownPort(async () => replyOf('fine'))
  const taken = Number(new URL(port.url).port)
  const app = {
    relayHandler: {
      endpointOf: () => undefined,
      reserveBody: () => ({ grow() {}, release() {} }),
      laneOf: () => '',
      handle: () => new Promise<never>(() => {}),
    },
    fetch: () => new Response(),
  }
  const at = (hostname: string, port: number) => () => listen(app, { hostname, port, maxBodyBytes: 1000, failed() {} })
  expect(at('127.0.0.1', taken)).toThrow(`cannot listen on 127.0.0.1, port ${taken}: the port is in use`)
  // A documentation address, which no machine has: RFC 5737.
  expect(at('203.0.113.7', 0)).toThrow('cannot listen on 203.0.113.7, port 0: this machine has no such address')
})

describe('what should never fail', () => {
  const cases: Record<string, Parameters<typeof ownPort>[0]> = {
    'an answer that rejects': () => Promise.reject(new Error('broken')),
    'an answer that throws': () => {
      throw new Error('broken')
    },
    'a stream that rejects': async () =>
      streamOf(async (sink) => {
        await sink.write('first')
        throw new Error('broken')
      }),
    'a stream that throws': async () =>
      streamOf(() => {
        throw new Error('broken')
      }),
    'a reply that is none': async () => undefined as never,
  }
  test.each(Object.entries(cases))('%s ends the connection, and is told', async (name, answer) => {
    port = ownPort(answer)
    const client = await connect()
    client.send(callOf() + callOf())
    await client.ended()
    expect(client.rest).not.toContain('\r\n0\r\n')
    expect(port.failures).toHaveLength(1)
    failures = [name === 'a reply that is none' ? String(port.failures[0]) : 'Error: broken']
    await port.stop()
  })

  test('a request that the web server cannot answer shows nothing of the program', async () => {
    const throws = () => {
      throw new Error('broken')
    }
    port = ownPort(throws, throws)
    const client = await connect()
    client.send(STATUS)
    expect(await client.reply('GET')).toMatchObject({ status: 500, body: '' })
    failures = ['Error: broken']
  })
})

test('a call is handed over as it came', async () => {
  const seen: unknown[] = []
  port = ownPort(async (call) => {
    const { peer, url, secure, disconnect } = call
    seen.push({
      peer,
      url,
      secure,
      aborted: disconnect.aborted,
      some: call.header('x-some'),
      none: call.header('x-none'),
    })
    return replyOf((await call.body(1_000_000)).toString())
  })
  const client = await connect()
  client.send(callOf('the body', ['X-Some: a', 'x-soMe: b']).replace(' HTTP', '?q=1 HTTP'))
  expect((await client.reply()).body).toBe('the body')
  const url = '/v1/chat/completions?q=1'
  expect(seen).toEqual([{ peer: '127.0.0.1', url, secure: false, aborted: false, some: 'a, b', none: undefined }])
})

test('who listens for a hang-up is told once, and not when the call is over', async () => {
  const told: string[] = []
  const aborted: (() => boolean)[] = []
  port = ownPort(async ({ disconnect }) => {
    aborted.push(() => disconnect.aborted)
    if (aborted.length === 1) {
      disconnect.addEventListener('abort', () => told.push('over'))
      return replyOf('over')
    }
    const leaving = () => {
      told.push('leaving')
      disconnect.removeEventListener('abort', leaving)
    }
    const left = () => told.push('left')
    for (const listener of [leaving, left, () => told.push('staying')]) disconnect.addEventListener('abort', listener)
    disconnect.removeEventListener('abort', left)
    return new Promise(() => {})
  })
  const client = await connect()
  client.send(callOf() + callOf())
  await client.reply()
  await until(() => aborted.length === 2)
  client.hangUp()
  await until(() => told.length > 0)
  expect(told).toEqual(['leaving', 'staying'])
  expect(aborted.map((ask) => ask())).toEqual([false, true])
})
