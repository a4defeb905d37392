import type { Socket } from 'bun'
import type { RelayEndpoint } from '../relay/endpoints.ts'
import type { RelayLane } from '../relay/lane.ts'
import type { Reply } from '../relay/reply.ts'
import { Outbox } from '../wire/outbox.ts'
import { mayBePlainCall, type PlainCall, plainCall } from './plain-call.ts'
import { ChunkedSink, sendWhole } from './reply-writer.ts'
import { TakenCall } from './taken-call.ts'
import type { Tunnel } from './tunnel.ts'

/** What connections of callers work with. */
export interface CallerDeps {
  lane: RelayLane
  /** Larger bodies are refused, which the web server does without reading them. */
  maxBodyBytes: number
  /** Connects a caller to the web server; `first` is what it has sent so far. */
  tunnel(connection: CallerConnection, first: Buffer): Tunnel
  /** No further call is taken on any connection. */
  readonly stopping: boolean
}

const HEAD_END = '\r\n\r\n'
const MAX_HEAD_BYTES = 16 * 1024
/** What a caller may send ahead while its call runs. */
const MAX_AHEAD_BYTES = 64 * 1024
/** How long a caller may leave a request half sent, or a reply unread. */
const STALLED_MS = 120_000
/** How long a connection may wait for the next request; proxies and SDKs give up earlier. */
const IDLE_MS = 900_000

/** A call whose body is not complete. */
interface Unfinished {
  head: PlainCall
  endpoint: RelayEndpoint
  body: Buffer
  received: number
}

/**
 * One caller's connection. Plain calls are taken off it here; with the first byte of any other request it becomes a
 * tunnel to the web server, for good.
 */
export class CallerConnection {
  readonly outbox: Outbox
  readonly peer: string
  #tunnel: Tunnel | undefined
  /** The beginning of a head, or what a caller sent ahead. */
  #early: Buffer | undefined
  #unfinished: Unfinished | undefined
  #call: TakenCall | undefined
  #streaming = false
  /** No further request is taken. */
  #closing = false
  #closed = false
  #touched = Date.now()
  #onDrain: (() => void)[] = []

  constructor(
    readonly socket: Socket<unknown>,
    private readonly deps: CallerDeps,
  ) {
    this.outbox = new Outbox(socket)
    this.peer = socket.remoteAddress
  }

  received(bytes: Buffer): void {
    this.#touched = Date.now()
    if (this.#tunnel) this.#tunnel.fromCaller(bytes)
    else if (this.#call || this.#closing) this.#keep(bytes)
    else if (this.#unfinished) this.#fill(this.#unfinished, bytes)
    else this.#read(bytes)
  }

  /** The socket can take more. */
  drain(): void {
    this.#touched = Date.now()
    this.outbox.flush()
    if (!this.outbox.empty) return
    this.#tunnel?.callerDrained()
    this.#settleWaits()
    if (this.#closing) this.socket.end()
  }

  closed(): void {
    this.#closing = true
    this.#closed = true
    this.#tunnel?.callerClosed()
    this.#settleWaits()
    this.#call?.abort()
  }

  /** Looks whether the caller keeps us waiting; `now` in milliseconds since the epoch. */
  tick(now: number): void {
    if (this.#tunnel || (this.#call && (!this.#streaming || this.outbox.empty))) return
    const waiting = this.#early !== undefined || this.#unfinished !== undefined || !this.outbox.empty
    if (now - this.#touched > (waiting ? STALLED_MS : IDLE_MS)) this.socket.terminate()
  }

  /** Ends the connection when it has nothing to do, else after the call that runs. */
  stop(): void {
    if (!this.#tunnel && !this.#call) this.close()
  }

  /** Ends the connection when everything is sent. */
  close(): void {
    this.#closing = true
    if (this.outbox.empty) this.socket.end()
  }

  #keep(bytes: Buffer): void {
    this.#early = this.#early ? Buffer.concat([this.#early, bytes]) : bytes
    if (this.#early.length > MAX_AHEAD_BYTES) this.socket.pause()
  }

  #read(bytes: Buffer): void {
    const all = this.#early ? Buffer.concat([this.#early, bytes]) : bytes
    this.#early = undefined
    if (!mayBePlainCall(all)) {
      this.#handOver(all)
      return
    }
    const end = all.indexOf(HEAD_END)
    if (end < 0) {
      if (all.length > MAX_HEAD_BYTES) this.#handOver(all)
      else this.#early = all
      return
    }
    const head = plainCall(all.toString('latin1', 0, end + 2))
    const endpoint = head && this.deps.lane.endpointOf(head.path)
    if (!endpoint || head.length > this.deps.maxBodyBytes) {
      this.#handOver(all)
      return
    }
    const start = end + HEAD_END.length
    const behind = start + head.length
    if (behind <= all.length) {
      if (behind < all.length) this.#early = all.subarray(behind)
      this.#take(head, endpoint, all.subarray(start, behind))
      return
    }
    this.#unfinished = { head, endpoint, body: Buffer.allocUnsafeSlow(head.length), received: 0 }
    this.#fill(this.#unfinished, all.subarray(start))
  }

  #fill(unfinished: Unfinished, bytes: Buffer): void {
    const { head, endpoint, body } = unfinished
    const taken = bytes.copy(body, unfinished.received)
    unfinished.received += taken
    if (unfinished.received < body.length) return
    this.#unfinished = undefined
    if (taken < bytes.length) this.#early = bytes.subarray(taken)
    this.#take(head, endpoint, body)
  }

  #take(head: PlainCall, endpoint: RelayEndpoint, body: Buffer): void {
    const call = new TakenCall(head, this.peer, body)
    this.#call = call
    void this.deps.lane.answer(call, endpoint).then((reply) => this.#send(reply, head.keepAlive))
  }

  #send(reply: Reply, wanted: boolean): void {
    const { body } = reply
    const keepAlive = wanted && !this.deps.stopping
    if (typeof body === 'string' || body instanceof Uint8Array) {
      if (!this.#closed) sendWhole(reply, typeof body === 'string' ? Buffer.from(body) : body, keepAlive, this.outbox)
      this.#finish(keepAlive)
      return
    }
    this.#streaming = true
    const sink = new ChunkedSink(reply, keepAlive, this.outbox, () => this.#drained())
    const done = body.run(sink)
    sink.open()
    void done.then(() => this.#finish(keepAlive))
  }

  #finish(keepAlive: boolean): void {
    this.#call = undefined
    this.#streaming = false
    this.#touched = Date.now()
    if (this.#closed) return
    if (!keepAlive || this.#closing) {
      this.close()
      return
    }
    const early = this.#early
    if (!early) return
    this.#early = undefined
    if (early.length > MAX_AHEAD_BYTES) this.socket.resume()
    this.#read(early)
  }

  #handOver(first: Buffer): void {
    this.#tunnel = this.deps.tunnel(this, first)
  }

  #drained(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    return new Promise((resolve) => this.#onDrain.push(resolve))
  }

  #settleWaits(): void {
    const waits = this.#onDrain
    this.#onDrain = []
    for (const settle of waits) settle()
  }
}
