import { afterEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { createConnection } from 'node:net'
import { callOf, replyOf } from '#test/harness/ingress.ts'
import { type RawClient, rawClient } from '#test/harness/raw-client.ts'
import { type RawServer, rawServer } from '#test/harness/raw-server.ts'
import { until } from '#test/harness/until.ts'
import type { Reservation } from '../../../platform/memory/memory-budget.ts'
import { CallTurns } from './call-turns.ts'
import { type CallerConnection, type CallerDeps, createSocketHandler } from './caller-connection.ts'
import { openTunnel } from './tunnel.ts'

/** Tests of a caller's connection and of the parts behind it, each separately. */

/** More than the kernel buffers for both ends of a connection. */
const TOO_MUCH = Buffer.alloc(24 * 1024 * 1024, '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTU')
const POST = `POST /a HTTP/1.1\r\nhost: a.test\r\ncontent-length: ${TOO_MUCH.length}\r\n\r\n`
const GET = 'GET /a HTTP/1.1\r\nhost: a.test\r\n\r\n'

const connections: CallerConnection[] = []
let server: Bun.TCPSocketListener<CallerConnection>
let web: RawServer | undefined

/** The number of open sockets and other file descriptors. */
const open = () => readdirSync('/dev/fd').length

async function connect(tunnel: CallerDeps['tunnel'], own: Partial<CallerDeps['handler']> = {}): Promise<RawClient> {
  const failed = (error: unknown) => {
    throw error
  }
  const handler = {
    endpointOf: () => undefined,
    reserveBody: () => ({ grow() {}, release() {} }),
    laneOf: () => '',
    handle: () => new Promise<never>(() => {}),
    ...own,
  }
  const plainAddress = (address: string) => address
  const deps = {
    handler,
    plainAddress,
    callTurns: new CallTurns(),
    maxBodyBytes: 1000,
    stopping: false,
    failed,
    tunnel,
  }
  const socket = createSocketHandler(
    deps,
    (connection) => connections.push(connection),
    () => {},
  )
  server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket })
  return rawClient(`http://127.0.0.1:${server.port}`)
}

afterEach(() => {
  connections.splice(0)
  server.stop(true)
  web?.stop()
  web = undefined
})

describe('a tunnel', () => {
  const peers = new Map<number, string>()
  const through = (url: string): CallerDeps['tunnel'] => {
    return (caller, first) => openTunnel(caller, first, Number(new URL(url).port), peers)
  }

  test('lets a caller send as fast as the web server reads', async () => {
    let reads = false
    web = rawServer(({ socket }) => reads || socket.pause())
    const client = await connect(through(web.url))
    client.send(POST)
    client.send(TOO_MUCH)
    await until(() => web?.connections[0]?.received)
    let before = -1
    await until(async () => {
      const same = before === client.unsent
      before = client.unsent
      await Bun.sleep(20)
      return same
    })
    expect(client.unsent).toBeGreaterThan(0)
    const [connection] = web.connections
    if (!connection) throw new Error('no connection')
    reads = true
    connection.socket.resume()
    await until(() => connection.received.length === POST.length + TOO_MUCH.length)
    expect(connection.received === POST + TOO_MUCH.toString('latin1')).toBe(true)
    client.hangUp()
    await until(() => connection.closed)
  })

  test.each(['end', 'reset'] as const)(
    'leaves nothing open behind a caller that reads no more and goes (%s)',
    async (how) => {
      const before = open()
      web = rawServer(() => {})
      const client = await connect(through(web.url))
      client.pause()
      client.send(GET)
      await until(() => {
        web?.connections[0]?.socket.write(TOO_MUCH)
        return connections[0]?.writeBuffer.isEmpty === false
      })
      expect([...peers.values()]).toEqual(['127.0.0.1'])
      client.hangUp(how)
      await until(() => web?.connections[0]?.closed && peers.size === 0)
      web.stop()
      server.stop(true)
      await until(() => open() <= before)
    },
  )

  test('to a web server that is away ends the connection', async () => {
    web = rawServer(() => {})
    const { url } = web
    web.stop()
    const client = await connect(through(url))
    client.send(GET)
    await client.ended()
    expect(client.rest).toBe('')
  })

  test('that the web server ends is ended with its last byte, for good', async () => {
    web = rawServer(({ socket }) => {
      socket.write('HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n')
      socket.end()
    })
    const client = await connect(through(web.url))
    client.send(GET + callOf())
    expect((await client.reply('GET')).status).toBe(400)
    await client.ended()
  })
})

describe('a caller whose tunnel has ended', () => {
  const tick = (later: number) => connections[0]?.tick(Date.now() + later)
  const nothing = { fromCaller() {}, callerDrained() {}, callerClosed() {} }

  test('is cut off in time if it does not take the last bytes', async () => {
    const client = await connect((caller) => {
      caller.writeBuffer.send(TOO_MUCH)
      caller.close()
      return nothing
    })
    client.pause()
    client.send(GET)
    await until(() => connections[0]?.writeBuffer.isEmpty === false)
    tick(100_000)
    expect(connections[0]?.socket.readyState).toBeGreaterThan(0)
    tick(130_000)
    client.resume()
    await client.ended()
    expect(client.received).toBeLessThan(TOO_MUCH.length)
  })

  test('may send what it was sending, for a while', async () => {
    let forwarded = 0
    const client = await connect((caller) => {
      setTimeout(() => caller.close())
      return { ...nothing, fromCaller: () => forwarded++ }
    })
    const patient = createConnection({ host: '127.0.0.1', port: server.port, allowHalfOpen: true })
    const ended = new Promise<void>((resolve) => patient.on('end', resolve))
    patient.on('error', () => {})
    patient.resume()
    patient.write(GET)
    await ended
    patient.write(TOO_MUCH)
    await until(() => patient.writableLength === 0)
    const [, connection] = connections
    connection?.tick(Date.now() + 3000)
    expect(connection?.socket.readyState).toBe(1)
    connection?.tick(Date.now() + 6000)
    expect(connection?.socket.readyState).toBe(-1)
    expect(forwarded).toBe(0)
    client.hangUp()
    patient.destroy()
  })
})

describe('a long body whose caller is looked up', () => {
  const beginning = (client: RawClient, body: string) => {
    const [head, rest] = [callOf(body), body.slice(100)]
    client.send(head.slice(0, -rest.length))
    return rest
  }
  const noTunnel = () => {
    throw new Error('a tunnel')
  }

  test('arrives on the same connection afterwards', async () => {
    const lookUp = Promise.withResolvers<Reservation>()
    let asked = 0
    let received = ''
    const client = await connect(noTunnel, {
      endpointOf: () => ({}),
      reserveBody: () => (asked++ === 0 ? lookUp.promise : undefined),
      handle: async (call) => {
        received = String(await call.body(1000))
        return replyOf('done')
      },
    })
    const body = '0123456789'.repeat(50)
    const rest = beginning(client, body)
    await until(() => asked === 1)
    client.send(rest)
    await until(() => client.unsent === 0)
    expect(received).toBe('')
    lookUp.resolve({ grow() {}, release() {} })
    expect((await client.reply()).status).toBe(200)
    expect(received).toBe(body)
    client.hangUp()
  })

  test('goes to the web server when the caller is not admitted', async () => {
    let forwarded = ''
    const forward = (bytes: Buffer) => {
      forwarded += bytes
    }
    const tunnel: CallerDeps['tunnel'] = (_caller, first) => {
      forward(first)
      return { fromCaller: forward, callerDrained() {}, callerClosed() {} }
    }
    const client = await connect(tunnel, { endpointOf: () => ({}), reserveBody: async () => undefined })
    const body = '0123456789'.repeat(50)
    const rest = beginning(client, body)
    await until(() => forwarded !== '')
    client.send(rest)
    await until(() => forwarded === callOf(body))
    client.hangUp()
  })

  test('keeps no memory when its caller has left meanwhile', async () => {
    const lookUp = Promise.withResolvers<Reservation>()
    let released = 0
    let asked = 0
    const client = await connect(noTunnel, {
      endpointOf: () => ({}),
      reserveBody: () => (asked++ === 0 ? lookUp.promise : undefined),
    })
    beginning(client, '0123456789'.repeat(50))
    await until(() => asked === 1)
    connections[0]?.socket.terminate()
    await client.ended()
    lookUp.resolve({ grow() {}, release: () => released++ })
    await until(() => released === 1)
  })
})
