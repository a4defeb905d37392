import type { App } from './app.ts'
import type { Connection } from './http/client-ip.ts'
import { type CallerConnection, callerSockets } from './http1/server/caller-connection.ts'
import { HOST } from './http1/server/plain-call.ts'
import { openTunnel, type Peers } from './http1/server/tunnel.ts'
import { CallerSocket, webSockets } from './http1/server/web-sockets.ts'

/** The server on its port. */
export interface Listening {
  /** Base URL without a trailing slash. */
  url: string
  /**
   * Takes no further connection, and after `FAREWELL_MS` nothing more on those there are; resolves when all calls and requests
   * have been answered. `force`: ends them at once.
   */
  stop(force?: boolean): Promise<void>
}

/** Where to listen, and what for. */
export interface Place {
  hostname: string
  port: number
  maxBodyBytes: number
  /** Is told what should never happen. */
  failed(error: unknown): void
}

const SWEEP_MS = 1000

/**
 * How long open connections are served once no further one is taken: a call may be on its way on any of them, and would
 * find it closed. Replies meanwhile ask the client to open another connection for the next call.
 */
export const FAREWELL_MS = 2000
/**
 * A connection that nothing has come on for so long is closed meanwhile. Clients use the connection that they used last,
 * so a call is hardly on its way on this one.
 */
const QUIET_MS = 1000
const LOOK_MS = 50

/**
 * Listens. Relayed calls are taken straight off their sockets, because the runtime's web server costs several times
 * what relaying does; everything else goes to that web server through a connection inside of the process.
 * Throws when the port cannot be had.
 */
export function listen(app: Pick<App, 'fetch' | 'lane'>, place: Place): Listening {
  const { hostname, maxBodyBytes, failed } = place
  const peers: Peers = new Map()
  const connections = new Set<CallerConnection>()
  const lastGone = Promise.withResolvers<void>()
  let stopping = false
  const deps = {
    handler: app.lane,
    maxBodyBytes,
    tunnel: (caller: CallerConnection, first: Buffer) => openTunnel(caller, first, web.port ?? 0, peers),
    failed,
    get stopping() {
      return stopping
    },
  }

  const came = (connection: CallerConnection) => void connections.add(connection)
  const went = (connection: CallerConnection) => {
    connections.delete(connection)
    if (stopping && connections.size === 0) lastGone.resolve()
  }
  const server = openPort(place, callerSockets(deps, came, went))
  // Whoever comes in by another way than a tunnel has no address, and so nobody's trust.
  const addresses: Connection = {
    requestIP: (request) => ({ address: peers.get(web.requestIP(request)?.port ?? 0) ?? '' }),
    toSocket: (request, session, headers) => web.upgrade(request, { data: new CallerSocket(session), headers }),
  }
  const web = Bun.serve<CallerSocket>({
    hostname: '127.0.0.1',
    port: 0,
    // Above the limit of relayed calls, so that those are refused in the caller's own format.
    maxRequestBodySize: 2 * maxBodyBytes,
    // Bun would end connections that are silent: reasoning models are, for minutes. The relay has limits of its own.
    idleTimeout: 0,
    fetch: async (request) => {
      const response = hasOneHost(request) ? await app.fetch(request, addresses) : refused()
      if (stopping) response?.headers.set('connection', 'close')
      return response
    },
    websocket: webSockets,
    // Bun's own page would show source and folders.
    error(error) {
      failed(error)
      return new Response(null, { status: 500 })
    },
  })
  const sweep = setInterval(() => {
    const now = Date.now()
    for (const connection of connections) connection.tick(now)
  }, SWEEP_MS)

  return {
    url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${server.port}`,
    async stop(force = false) {
      stopping = true
      if (!force) await acceptWaiting()
      server.stop(force)
      for (const end = Date.now() + FAREWELL_MS; !force && connections.size > 0 && Date.now() < end; ) {
        for (const connection of connections) connection.closeIfQuiet(Date.now() - QUIET_MS)
        await Promise.race([lastGone.promise, Bun.sleep(LOOK_MS)])
      }
      for (const connection of connections) connection.stop()
      await web.stop(force)
      if (connections.size > 0) await lastGone.promise
      clearInterval(sweep)
    },
  }
}

/**
 * Lets the event loop accept the connections that the system has already made. Those that wait when a port is closed are
 * reset, with the calls on them.
 */
const acceptWaiting = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/** In HTTP/1.0 there may be none; the web server sees to the rest. https://www.rfc-editor.org/rfc/rfc9112#section-3.2 */
function hasOneHost({ headers }: Request): boolean {
  const host = headers.get('host')
  return !host || HOST.test(host)
}

const refused = () => new Response(null, { status: 400, headers: { connection: 'close' } })

/** What systems call a place that cannot be had. */
const REFUSALS: Record<string, string> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'the user that runs the server may not use this port',
}

function openPort({ hostname, port }: Place, socket: Bun.SocketHandler<CallerConnection, 'buffer'>) {
  try {
    return Bun.listen({ hostname, port, socket })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = REFUSALS[code ?? ''] ?? code ?? 'there is no such address'
    throw new Error(`cannot listen on ${hostname}, port ${port}: ${reason}`, { cause: error })
  }
}
