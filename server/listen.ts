import type { RelayHandler } from './calls/relay/relay-handler.ts'
import { every } from './platform/async/ticker.ts'
import { mustEndConnection } from './platform/http/read-body.ts'
import type { Connection } from './platform/http/request-origin.ts'
import { plainIp } from './platform/net/ip-list.ts'
import { CallTurns } from './wire/http1/server/call-turns.ts'
import { type CallerConnection, type CallerDeps, createSocketHandler } from './wire/http1/server/caller-connection.ts'
import { HOST } from './wire/http1/server/fast-path-call.ts'
import { openTunnel, type PeerAddresses } from './wire/http1/server/tunnel.ts'
import { CallerSocket, webSocketHandler } from './wire/http1/server/web-sockets.ts'

/** What answers the calls of a port. */
interface Answers {
  fetch(request: Request, connection?: Connection): Response | Promise<Response>
  /** Answers relayed calls that are not web-standard requests. */
  relayHandler: RelayHandler
}

/** A running server. */
export interface RunningServer {
  /** Base URL without a trailing slash. */
  url: string
  port: number
  /** Lets callers open other connections after their next responses, so that processes which share the port get some. */
  spreadConnections(): void
  /**
   * Accepts no further connection, and after `DRAIN_GRACE_MS` nothing more on the existing ones; resolves when all
   * calls and requests have got their responses. `force`: ends them at once.
   */
  stop(force?: boolean): Promise<void>
}

/** The web server behind the port. */
export interface WebServer {
  /** Its own port, on the loopback interface. */
  port: number
  /** Who is behind each connection to it. A connection that is not a tunnel has no address, and is not trusted. */
  peers: PeerAddresses
  /** From now on responses ask clients to open another connection for the next request. */
  beginStop(): void
  /** Resolves when all requests have got their responses. `force`: ends them at once. */
  stop(force: boolean): Promise<void>
}

/** The address to listen on, and its limits. */
export interface ListenOptions {
  hostname: string
  port: number
  /** Several processes accept the connections of the port. */
  isShared?: boolean
  maxBodyBytes: number
  /** Reports an unexpected error. */
  failed(error: unknown): void
}

const SWEEP_MS = 1000

/**
 * How long open connections are still served after no new one is accepted: a call may be in transit on any of them,
 * and would find it closed. Responses during this time ask the client to open another connection for the next call.
 */
export const DRAIN_GRACE_MS = 2000
/**
 * A connection that has been quiet for this long is closed during that time. Clients use their most recently used
 * connection, so a call is unlikely to be in transit on this one.
 */
const QUIET_MS = 1000
const POLL_MS = 50

/** Listens for callers, and opens the web server behind the port. Throws when the port is unavailable. */
export const listen = (app: Answers, options: ListenOptions): RunningServer =>
  listenForCallers(app.relayHandler, options, openWebServer(app, options))

/**
 * Listens. Relayed calls are read directly from their sockets (the fast path), because the runtime's web server
 * costs several times what relaying does; everything else goes to the web server through a connection inside the
 * machine. Throws when the port is unavailable.
 */
export function listenForCallers(relayHandler: RelayHandler, options: ListenOptions, web: WebServer): RunningServer {
  const { hostname, maxBodyBytes, failed } = options
  const connections = new Set<CallerConnection>()
  const allClosed = Promise.withResolvers<void>()
  const deps: CallerDeps = {
    handler: relayHandler,
    callTurns: new CallTurns(),
    plainAddress: plainIp,
    maxBodyBytes,
    tunnel: (caller: CallerConnection, first: Buffer) => openTunnel(caller, first, web.port, web.peers),
    failed,
    stopping: false,
  }

  const onOpen = (connection: CallerConnection) => void connections.add(connection)
  const onClose = (connection: CallerConnection) => {
    connections.delete(connection)
    if (deps.stopping && connections.size === 0) allClosed.resolve()
  }
  const server = openPort(options, createSocketHandler(deps, onOpen, onClose))
  const stopSweeping = every(SWEEP_MS, () => {
    const now = Date.now()
    for (const connection of connections) connection.tick(now)
  })

  return {
    url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${server.port}`,
    port: server.port,
    spreadConnections() {
      for (const connection of connections) connection.leave()
    },
    async stop(force = false) {
      deps.stopping = true
      web.beginStop()
      if (!force) await acceptPending()
      server.stop(force)
      for (const end = Date.now() + DRAIN_GRACE_MS; !force && connections.size > 0 && Date.now() < end; ) {
        for (const connection of connections) connection.closeIfQuiet(Date.now() - QUIET_MS)
        await Promise.race([allClosed.promise, Bun.sleep(POLL_MS)])
      }
      for (const connection of connections) connection.stop()
      await web.stop(force)
      if (connections.size > 0) await allClosed.promise
      void stopSweeping()
    },
  }
}

/** Opens the web server, which answers what is not read directly from sockets. */
export function openWebServer(
  app: Pick<Answers, 'fetch'>,
  { maxBodyBytes, failed }: Pick<ListenOptions, 'maxBodyBytes' | 'failed'>,
): WebServer {
  const peers = new Map<number, string>()
  let stopping = false
  const addresses: Connection = {
    requestIP: (request) => ({ address: peers.get(web.requestIP(request)?.port ?? 0) ?? '' }),
    toSocket: (request, session, headers) => web.upgrade(request, { data: new CallerSocket(session), headers }),
  }
  const web = Bun.serve<CallerSocket>({
    hostname: '127.0.0.1',
    port: 0,
    // Above the limit of relayed calls, so that those are refused in the caller's own format.
    maxRequestBodySize: 2 * maxBodyBytes,
    // Bun would end idle connections: reasoning models are silent for minutes. The relay has its own limits.
    idleTimeout: 0,
    fetch: async (request) => {
      const response = hasOneHost(request) ? await app.fetch(request, addresses) : badRequest()
      if (stopping || (await mustEndConnection(request))) response?.headers.set('connection', 'close')
      return response
    },
    websocket: webSocketHandler,
    // Bun's own error page would show source code and folders.
    error(error) {
      failed(error)
      return new Response(null, { status: 500 })
    },
  })
  return {
    port: web.port ?? 0,
    peers,
    beginStop() {
      stopping = true
    },
    stop: (force) => web.stop(force),
  }
}

/** Throws when another server has the port: those that share one would not notice each other. */
export function checkPort({ hostname, port }: Pick<ListenOptions, 'hostname' | 'port'>): void {
  orExplain({ hostname, port }, () => Bun.listen({ hostname, port, socket: { data() {} } })).stop(true)
}

/**
 * Lets the event loop accept the connections that the system has already established. Those that wait when a port
 * is closed are reset, with the calls on them.
 */
const acceptPending = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

/**
 * In HTTP/1.0 the header may be missing; the web server checks the rest.
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function hasOneHost({ headers }: Request): boolean {
  const host = headers.get('host')
  return !host || HOST.test(host)
}

const badRequest = () => new Response(null, { status: 400, headers: { connection: 'close' } })

/** Error codes of the system for an unavailable address. */
const LISTEN_ERRORS: Record<string, string> = {
  EADDRINUSE: 'the port is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'the user that runs the server may not use this port',
}

function openPort(
  { hostname, port, isShared = false }: ListenOptions,
  socket: Bun.SocketHandler<CallerConnection, 'buffer'>,
) {
  // Bun's types do not know that listening takes this option, too.
  const options = { hostname, port, socket, reusePort: isShared }
  return orExplain(options, () => Bun.listen(options))
}

/** Opens a port, or throws an error that says why it cannot be opened. */
function orExplain<T>({ hostname, port }: Pick<ListenOptions, 'hostname' | 'port'>, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = LISTEN_ERRORS[code ?? ''] ?? code ?? 'there is no such address'
    throw new Error(`cannot listen on ${hostname}, port ${port}: ${reason}`, { cause: error })
  }
}
