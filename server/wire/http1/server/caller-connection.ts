import type { Socket } from 'bun'
import type { RequestOrigin } from '../../../platform/http/request-origin.ts'
import type { Reservation } from '../../../platform/memory/memory-budget.ts'
import { slice } from '../shared/bytes.ts'
import { restAfter } from '../shared/read-turns.ts'
import type { Refusal, RelayRequest } from '../shared/request.ts'
import type { RelayResponse } from '../shared/response.ts'
import { nextTurn } from '../shared/turn-budget.ts'
import { WriteBuffer } from '../shared/write-buffer.ts'
import type { CallTurns } from './call-turns.ts'
import type { FastPathCall } from './fast-path-call.ts'
import { HeadReader } from './head-reader.ts'
import { IncompleteBody } from './incomplete-body.ts'
import { sendStream, sendWhole } from './response-writer.ts'
import { SocketCall } from './socket-call.ts'
import type { Tunnel } from './tunnel.ts'

/**
 * Handles the calls that a connection reads itself (the fast path); all others go through the tunnel to the web
 * server.
 */
export interface CallHandler {
  /** Returns the endpoint of a POST to the path; undefined = the path belongs to the web server. */
  endpointOf(path: string): object | undefined
  /**
   * Returns a reservation that grows with a body of this length; undefined = the caller is not admitted. Never rejects.
   */
  reserveBody(
    arrived: RequestOrigin & Pick<RelayRequest, 'url'>,
    endpoint: object,
    bytes: number,
  ): Reservation | undefined | Promise<Reservation | undefined>
  /** Returns who calls, as far as the head tells: each has its turn when many calls come at once. */
  laneOf(arrived: RequestOrigin & Pick<RelayRequest, 'url'>): string
  /** Handles the call at an endpoint that `endpointOf` returned. Never rejects. */
  handle(incoming: RelayRequest, endpoint: object): Promise<RelayResponse>
}

/** The dependencies of callers' connections. */
export interface CallerDeps {
  handler: CallHandler
  /** The turns that all connections share. */
  callTurns: CallTurns
  /** Returns an address in the form in which origins are told. */
  plainAddress(address: string): string
  /** Larger bodies are left to the web server, which refuses them without reading them. */
  maxBodyBytes: number
  /** Connects a caller to the web server; `first` is what it has sent so far. */
  tunnel(connection: CallerConnection, first: Buffer): Tunnel
  /** No further call is accepted on any connection. */
  stopping: boolean
  /** Reports an unexpected error. */
  failed(error: unknown): void
}

/** Bytes that a caller may pipeline while its call runs. */
const MAX_PIPELINED_BYTES = 64 * 1024
/** How long a caller may leave a request incomplete, or a response unread. */
const STALLED_MS = 120_000
/** How long a caller may continue to send on a connection that has ended, and how long it may pause meanwhile. */
const LINGER_MS = 30_000
const LINGER_PAUSE_MS = 5000
/** How long a connection may wait for the next request; proxies and SDKs close earlier. */
const IDLE_MS = 900_000
/** A tunnel without traffic for longer than any call may take: the caller's connection is dead. */
const DEAD_TUNNEL_MS = 25 * 3_600_000
/** After this idle time the cached head is dropped. */
const HEAD_CACHE_MS = 10_000

const NOTHING = Buffer.alloc(0)

/** Creates the socket handler of callers' connections. `came` is called for each new one. */
export function createSocketHandler(
  deps: CallerDeps,
  onOpen: (connection: CallerConnection) => void,
  onClose: (connection: CallerConnection) => void,
): Bun.SocketHandler<CallerConnection, 'buffer'> {
  return {
    binaryType: 'buffer',
    open(socket) {
      socket.data = new CallerConnection(socket, deps)
      onOpen(socket.data)
    },
    data: (socket, bytes) => socket.data.received(bytes),
    drain: (socket) => socket.data.drain(),
    close(socket) {
      onClose(socket.data)
      socket.data.closed()
    },
    error(socket, error) {
      deps.failed(error)
      socket.terminate()
    },
  }
}

/** A call whose body is incomplete. */
interface IncompleteCall {
  head: FastPathCall
  endpoint: object
  body: IncompleteBody
  /** The memory reserved for the body. */
  reservation: Reservation
}

/**
 * One caller's connection. Calls on the fast path are handled here. With the first byte of any other request the
 * connection becomes a tunnel to the web server, until everything is answered and each head was beyond doubt.
 */
export class CallerConnection {
  readonly writeBuffer: WriteBuffer
  readonly peer: string
  readonly #headReader = new HeadReader()
  #tunnel: Tunnel | undefined
  /** The web server has answered everything, and what comes next may be read here. */
  #isTunnelAtRest = false
  /** The beginning of a head, or pipelined bytes. */
  #unread: Buffer | undefined
  #incomplete: IncompleteCall | undefined
  #call: SocketCall | undefined
  /** Whether the caller of the request in `#unread` is being looked up. */
  #isLookingUp = false
  /** The call in progress gets its response before its body has arrived; the rest of the body is dropped. */
  #isAbandoned = false
  /** The connection ends as soon as everything is sent. */
  #isClosing = false
  /** When nothing more is sent to the caller, in milliseconds since the epoch. */
  #endedAt = Number.POSITIVE_INFINITY
  #isClosed = false
  /** No further call is accepted, even if the last response promised to keep the connection open. */
  #mustEnd = false
  /** The next response asks the caller to open another connection. */
  #isLeaving = false
  #lastActive = Date.now()

  constructor(
    readonly socket: Socket<unknown>,
    private readonly deps: CallerDeps,
  ) {
    this.writeBuffer = new WriteBuffer(socket)
    this.peer = deps.plainAddress(socket.remoteAddress)
  }

  received(bytes: Buffer): void {
    if (this.#isClosing || this.#isAbandoned) {
      if (this.#endedAt <= Date.now()) this.#lastActive = Date.now()
      return
    }
    // The chunks of a head do not count: it must be complete in time.
    if (!this.#unread) this.#lastActive = Date.now()
    if (this.#tunnel && !this.#isTunnelAtRest) this.#tunnel.fromCaller(bytes)
    else if (this.#incomplete) this.#addToBody(this.#incomplete, bytes)
    else if (this.#isLookingUp || this.#call || !this.writeBuffer.isEmpty) this.#bufferUnread(bytes)
    else this.#read(this.#unread ? Buffer.concat([this.#unread, bytes]) : bytes)
  }

  /** Sends the caller what the web server sends through the tunnel; `isAtRest`: it answers the last request to its end. */
  fromServer(bytes: Buffer, isAtRest: boolean): void {
    this.#lastActive = Date.now()
    this.#isTunnelAtRest = isAtRest
    this.writeBuffer.send(bytes)
  }

  /** Called when the socket accepts more bytes. */
  drain(): void {
    this.#lastActive = Date.now()
    this.writeBuffer.flush()
    if (!this.writeBuffer.isEmpty) return
    this.#tunnel?.callerDrained()
    if (this.#isClosing) this.#end()
    else if (!this.#call) this.#readNext()
  }

  /** The web server has closed its connection: between two requests the caller's stays open. */
  tunnelClosed(): void {
    if (this.#isTunnelAtRest) this.#tunnel = undefined
    else this.close()
  }

  closed(): void {
    this.#isClosing = true
    this.#isClosed = true
    this.#tunnel?.callerClosed()
    this.#call?.abort()
    this.#incomplete?.reservation.release()
    this.writeBuffer.close()
  }

  /** Ends the connection if the caller is too slow; `now` in milliseconds since the epoch. */
  tick(now: number): void {
    const silent = now - this.#lastActive
    if (this.#incomplete?.body.pace.isTooSlow(now)) this.#abandonBody(this.#incomplete, 'too slow')
    // A caller that waits for a response is not too slow.
    const waits = this.#isTunnelled
      ? !this.#isClosing && silent < DEAD_TUNNEL_MS
      : this.#call && this.writeBuffer.isEmpty
    if (silent > HEAD_CACHE_MS) this.#headReader.forget()
    if (!waits && (silent >= this.#idleLimit() || now - this.#endedAt > LINGER_MS)) this.socket.terminate()
  }

  /** Ends the connection when it is idle, else after the call that is running or arriving. */
  stop(): void {
    this.#mustEnd = true
    if (this.#isClosing || !this.#isBusy) this.close()
  }

  /** Asks the caller, with the next response, to open another connection for the call after it. */
  leave(): void {
    this.#isLeaving = true
  }

  /** Ends the connection when it is idle and has received nothing since the given time. */
  closeIfQuiet(since: number): void {
    if (!this.#isClosing && !this.#isBusy && this.writeBuffer.isEmpty && this.#lastActive <= since) this.close()
  }

  /** Whether the web server has what the caller sends. */
  get #isTunnelled(): boolean {
    return this.#tunnel !== undefined && !this.#isTunnelAtRest
  }

  get #isBusy(): boolean {
    return Boolean(this.#isTunnelled || this.#call || this.#unread || this.#incomplete)
  }

  /** Ends the connection when everything is sent. */
  close(): void {
    this.#isClosing = true
    if (this.writeBuffer.isEmpty) this.#end()
  }

  #idleLimit(): number {
    if (this.#unread || this.#incomplete || !this.writeBuffer.isEmpty) return STALLED_MS
    if (this.#isClosing) return LINGER_PAUSE_MS
    return this.#tunnel ? DEAD_TUNNEL_MS : IDLE_MS
  }

  /**
   * A request may be refused before its end. A caller that is still sending must not get a reset, which would discard
   * the response (RFC 9112 §9.6).
   */
  #end(): void {
    this.#lastActive = Date.now()
    this.#endedAt = Math.min(this.#endedAt, this.#lastActive)
    if (!(this.#tunnel || this.#isAbandoned) || this.deps.stopping) {
      this.socket.end()
      return
    }
    this.socket.shutdown()
    this.socket.resume()
  }

  #bufferUnread(bytes: Buffer): void {
    this.#unread = this.#unread ? Buffer.concat([this.#unread, bytes]) : bytes
    if (this.#unread.length > MAX_PIPELINED_BYTES) this.socket.pause()
  }

  /** Processes pipelined bytes, once the caller has received the previous response. */
  #readNext(): void {
    const early = this.#unread
    if (!early || this.#isLookingUp || this.#call || this.#isTunnelled || this.#isClosing || !this.writeBuffer.isEmpty)
      return
    if (early.length > MAX_PIPELINED_BYTES) this.socket.resume()
    this.#read(early)
  }

  #read(bytes: Buffer): void {
    const head = this.#headReader.read(bytes)
    this.#unread = head === 'incomplete' ? bytes : undefined
    if (head === 'incomplete') return
    const endpoint = head === 'fallback' ? undefined : this.deps.handler.endpointOf(head.path)
    if (head === 'fallback' || !endpoint || head.length > this.deps.maxBodyBytes) {
      this.#enterTunnel(bytes)
      return
    }
    const end = head.start + head.length
    if (end > bytes.length) {
      this.#awaitBody(head, endpoint, bytes)
      return
    }
    if (end < bytes.length) this.#unread = slice(bytes, end)
    this.#startCall(head, endpoint, slice(bytes, head.start, end))
  }

  #enterTunnel(bytes: Buffer): void {
    this.#isTunnelAtRest = false
    if (this.#tunnel) this.#tunnel.fromCaller(bytes)
    else this.#tunnel = this.deps.tunnel(this, bytes)
  }

  /**
   * A larger body is only awaited where its caller is admitted and memory is free. All others go to the web server,
   * which checks them before it reads the body, and responds with the reason.
   */
  #awaitBody(head: FastPathCall, endpoint: object, bytes: Buffer): void {
    const arrived = { ...head, peer: this.peer, secure: false }
    const reserving = this.deps.handler.reserveBody(arrived, endpoint, head.length)
    if (!(reserving instanceof Promise)) {
      this.#beginBody(head, endpoint, bytes, reserving)
      return
    }
    this.#isLookingUp = true
    this.#bufferUnread(bytes)
    this.socket.pause()
    void reserving.then((reservation) => {
      this.#isLookingUp = false
      const all = this.#unread ?? bytes
      this.#unread = undefined
      this.socket.resume()
      if (this.#isClosing) reservation?.release()
      else this.#beginBody(head, endpoint, all, reservation)
    })
  }

  #beginBody(head: FastPathCall, endpoint: object, bytes: Buffer, reservation: Reservation | undefined): void {
    if (!reservation) {
      this.#enterTunnel(bytes)
      return
    }
    this.#incomplete = { head, endpoint, body: new IncompleteBody(head.length), reservation }
    this.#addToBody(this.#incomplete, slice(bytes, head.start))
  }

  #addToBody(incomplete: IncompleteCall, bytes: Buffer): void {
    const { head, endpoint, body, reservation } = incomplete
    try {
      reservation.grow(body.missingOf(bytes.length))
    } catch (error) {
      this.#abandonBody(incomplete, error as Error)
      return
    }
    const taken = body.add(bytes)
    const whole = body.complete()
    if (!whole) {
      restAfter(bytes.length, this.socket)
      return
    }
    this.#incomplete = undefined
    if (taken < bytes.length) this.#unread = slice(bytes, taken)
    this.#startCall(head, endpoint, whole, reservation)
  }

  /** Refuses a call whose body is not waited for any longer. */
  #abandonBody({ head, endpoint, reservation }: IncompleteCall, refusal: Refusal): void {
    this.#incomplete = undefined
    this.#isAbandoned = true
    reservation.release()
    this.#startCall({ ...head, keepAlive: false }, endpoint, NOTHING, undefined, refusal)
  }

  #startCall(head: FastPathCall, endpoint: object, body: Buffer, reservation?: Reservation, refusal?: Refusal): void {
    const call = new SocketCall(head, this.peer, body, reservation, refusal)
    this.#call = call
    this.deps.callTurns.begin(
      () => this.deps.handler.laneOf(call),
      () => void this.#respond(call, endpoint, head.keepAlive),
    )
  }

  /** Never rejects: on an unexpected error the caller's connection is ended. */
  async #respond(call: SocketCall, endpoint: object, wanted: boolean): Promise<void> {
    try {
      const reply = await this.deps.handler.handle(call, endpoint)
      const { body } = reply
      // Calls that were sent ahead are answered first.
      const isLast = this.deps.stopping || (this.#isLeaving && !this.#unread)
      const keepAlive = wanted && !isLast
      if (typeof body === 'string' || body instanceof Uint8Array) sendWhole(reply, body, keepAlive, this.writeBuffer)
      else await sendStream(reply, body, keepAlive, this.writeBuffer)
      if (reply.release) void this.writeBuffer.drained().then(reply.release)
      this.#finishCall(keepAlive)
    } catch (error) {
      this.deps.failed(error)
      this.socket.terminate()
    }
  }

  #finishCall(keepAlive: boolean): void {
    this.#call = undefined
    this.#lastActive = Date.now()
    if (this.#isClosed) return
    // The caller may have sent its next call already, because this response promised to keep the connection open.
    if (!keepAlive || this.#mustEnd) this.close()
    // A caller that pipelines many calls must not delay the others.
    else if (this.#unread) void nextTurn().then(() => this.#readNext())
  }
}
