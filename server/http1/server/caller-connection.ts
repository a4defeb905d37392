import type { Socket } from 'bun'
import type { Reservation } from '../../memory/memory-budget.ts'
import { partOf } from '../shared/slice.ts'
import { nextTurn } from '../shared/turns.ts'
import { Outbox } from '../shared/write-buffer.ts'
import { ArrivingBody } from './arriving-body.ts'
import type { CallHandler } from './call-handler.ts'
import { HeadReader } from './head-reader.ts'
import type { PlainCall } from './plain-call.ts'
import { sendStream, sendWhole } from './reply-writer.ts'
import { TakenCall } from './taken-call.ts'
import type { Tunnel } from './tunnel.ts'

/** What connections of callers work with. */
export interface CallerDeps {
  handler: CallHandler
  /** Larger bodies are refused, which the web server does without reading them. */
  maxBodyBytes: number
  /** Connects a caller to the web server; `first` is what it has sent so far. */
  tunnel(connection: CallerConnection, first: Buffer): Tunnel
  /** No further call is taken on any connection. */
  readonly stopping: boolean
  /** Something failed that never should. */
  failed(error: unknown): void
}

/** What a caller may send ahead while its call runs. */
const MAX_AHEAD_BYTES = 64 * 1024
/** How long a caller may leave a request half sent, or a reply unread. */
const STALLED_MS = 120_000
/** How long a caller may go on sending to a connection that has ended. */
const LINGER_MS = 5000
/** How long a connection may wait for the next request; proxies and SDKs give up earlier. */
const IDLE_MS = 900_000
/** A tunnel in which nobody says anything for longer than any call may take: the caller has gone without a word. */
const FORGOTTEN_MS = 25 * 3_600_000
/** After so long it need not know its caller's head any more. */
const RESTS_MS = 10_000

/** What a listener does with the sockets of callers. `came` is told of each. */
export function callerSockets(
  deps: CallerDeps,
  came: (connection: CallerConnection) => void,
  went: (connection: CallerConnection) => void,
): Bun.SocketHandler<CallerConnection, 'buffer'> {
  return {
    binaryType: 'buffer',
    open(socket) {
      socket.data = new CallerConnection(socket, deps)
      came(socket.data)
    },
    data: (socket, bytes) => socket.data.received(bytes),
    drain: (socket) => socket.data.drain(),
    close(socket) {
      went(socket.data)
      socket.data.closed()
    },
    error(socket, error) {
      deps.failed(error)
      socket.terminate()
    },
  }
}

/** A call whose body is not complete. */
interface Unfinished {
  head: PlainCall
  endpoint: object
  body: ArrivingBody
  /** The memory reserved for the body. */
  reservation: Reservation
}

/**
 * One caller's connection. Plain calls are taken off it here; with the first byte of any other request it becomes a
 * tunnel to the web server, for good.
 */
export class CallerConnection {
  readonly outbox: Outbox
  readonly peer: string
  readonly #heads = new HeadReader()
  #tunnel: Tunnel | undefined
  /** The beginning of a head, or what a caller sent ahead. */
  #early: Buffer | undefined
  #unfinished: Unfinished | undefined
  #call: TakenCall | undefined
  /** The connection ends as soon as everything is sent. */
  #closing = false
  #closed = false
  /** No further call is taken on it, whatever the last reply promised. */
  #mustEnd = false
  #touched = Date.now()

  constructor(
    readonly socket: Socket<unknown>,
    private readonly deps: CallerDeps,
  ) {
    this.outbox = new Outbox(socket)
    this.peer = socket.remoteAddress
  }

  received(bytes: Buffer): void {
    if (this.#closing) return
    // The parts of a head do not count: it must be whole in time.
    if (!this.#early) this.#touched = Date.now()
    if (this.#tunnel) this.#tunnel.fromCaller(bytes)
    else if (this.#unfinished) this.#fill(this.#unfinished, bytes)
    else if (this.#call || !this.outbox.empty) this.#keep(bytes)
    else this.#read(this.#early ? Buffer.concat([this.#early, bytes]) : bytes)
  }

  /** What the web server says through the tunnel. */
  fromServer(bytes: Buffer): void {
    this.#touched = Date.now()
    this.outbox.send(bytes)
  }

  /** The socket can take more. */
  drain(): void {
    this.#touched = Date.now()
    this.outbox.flush()
    if (!this.outbox.empty) return
    this.#tunnel?.callerDrained()
    if (this.#closing) this.#end()
    else if (!this.#call) this.#next()
  }

  closed(): void {
    this.#closing = true
    this.#closed = true
    this.#tunnel?.callerClosed()
    this.#call?.abort()
    this.#unfinished?.reservation.release()
    this.outbox.close()
  }

  /** Looks whether the caller keeps us waiting; `now` in milliseconds since the epoch. */
  tick(now: number): void {
    const silent = now - this.#touched
    // Whoever waits for us is not late.
    const waits = this.#tunnel ? !this.#closing && silent < FORGOTTEN_MS : this.#call && this.outbox.empty
    if (silent > RESTS_MS) this.#heads.forget()
    if (!waits && silent > this.#patience()) this.socket.terminate()
  }

  /** Ends the connection when it has nothing to do, else after the call that runs or comes in. */
  stop(): void {
    this.#mustEnd = true
    if (this.#closing || !this.#busy) this.close()
  }

  /** Ends the connection when it has nothing to do and nothing has come on it since the given time. */
  closeIfQuiet(since: number): void {
    if (!this.#closing && !this.#busy && this.outbox.empty && this.#touched <= since) this.close()
  }

  get #busy(): boolean {
    return Boolean(this.#tunnel || this.#call || this.#early || this.#unfinished)
  }

  /** Ends the connection when everything is sent. */
  close(): void {
    this.#closing = true
    if (this.outbox.empty) this.#end()
  }

  #patience(): number {
    if (this.#early || this.#unfinished || !this.outbox.empty) return STALLED_MS
    return this.#closing ? LINGER_MS : IDLE_MS
  }

  /**
   * The web server closes in the middle of a request that it refuses. A caller that still sends must not be met by a
   * reset, which would take the reply from it (RFC 9112 §9.6).
   */
  #end(): void {
    this.#touched = Date.now()
    if (!this.#tunnel || this.deps.stopping) {
      this.socket.end()
      return
    }
    this.socket.shutdown()
    this.socket.resume()
  }

  #keep(bytes: Buffer): void {
    this.#early = this.#early ? Buffer.concat([this.#early, bytes]) : bytes
    if (this.#early.length > MAX_AHEAD_BYTES) this.socket.pause()
  }

  /** Takes up what the caller sent ahead, once it has taken the reply before. */
  #next(): void {
    const early = this.#early
    if (!early || this.#call || this.#tunnel || this.#closing || !this.outbox.empty) return
    if (early.length > MAX_AHEAD_BYTES) this.socket.resume()
    this.#read(early)
  }

  #read(bytes: Buffer): void {
    const head = this.#heads.read(bytes)
    this.#early = head === 'incomplete' ? bytes : undefined
    if (head === 'incomplete') return
    const endpoint = head === 'special' ? undefined : this.deps.handler.endpointOf(head.path)
    if (head === 'special' || !endpoint || head.length > this.deps.maxBodyBytes) {
      this.#tunnel = this.deps.tunnel(this, bytes)
      return
    }
    const end = head.start + head.length
    if (end > bytes.length) {
      this.#wait(head, endpoint, bytes)
      return
    }
    if (end < bytes.length) this.#early = partOf(bytes, end)
    this.#take(head, endpoint, partOf(bytes, head.start, end))
  }

  /**
   * A body that is not small is waited for only where its caller is known and there is room for it. The web server, which
   * gets the others, asks before it reads, and says what is the matter.
   */
  #wait(head: PlainCall, endpoint: object, bytes: Buffer): void {
    const { length, start } = head
    const reservation = this.deps.handler.reserveFor({ ...head, peer: this.peer, secure: false }, length)
    if (!reservation) {
      this.#tunnel = this.deps.tunnel(this, bytes)
      return
    }
    this.#unfinished = { head, endpoint, body: new ArrivingBody(length), reservation }
    this.#fill(this.#unfinished, partOf(bytes, start))
  }

  #fill({ head, endpoint, body, reservation }: Unfinished, bytes: Buffer): void {
    const taken = body.add(bytes)
    const whole = body.whole()
    if (!whole) return
    this.#unfinished = undefined
    if (taken < bytes.length) this.#early = partOf(bytes, taken)
    this.#take(head, endpoint, whole, reservation)
  }

  #take(head: PlainCall, endpoint: object, body: Buffer, reservation?: Reservation): void {
    this.#call = new TakenCall(head, this.peer, body, reservation)
    void this.#answer(this.#call, endpoint, head.keepAlive)
  }

  /** Never rejects: a caller whose call cannot be answered is not kept waiting for it. */
  async #answer(call: TakenCall, endpoint: object, wanted: boolean): Promise<void> {
    try {
      const reply = await this.deps.handler.answer(call, endpoint)
      const { body } = reply
      const keepAlive = wanted && !this.deps.stopping
      if (typeof body === 'string' || body instanceof Uint8Array) sendWhole(reply, body, keepAlive, this.outbox)
      else await sendStream(reply, body, keepAlive, this.outbox)
      if (reply.release) void this.outbox.drained().then(reply.release)
      this.#finish(keepAlive)
    } catch (error) {
      this.deps.failed(error)
      this.socket.terminate()
    }
  }

  #finish(keepAlive: boolean): void {
    this.#call = undefined
    this.#touched = Date.now()
    if (this.#closed) return
    // A reply that promised to keep the connection open may have met the client's next call already.
    if (!keepAlive || this.#mustEnd) this.close()
    // A caller that sends many calls ahead must not keep the others waiting.
    else if (this.#early) void nextTurn().then(() => this.#next())
  }
}
