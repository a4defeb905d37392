import type { Frame, MessageSocket, SocketListener } from '../../platform/http/message-socket.ts'
import type { Way } from '../http1/client/way.ts'
import { findWay } from './find-way.ts'
import { bridgedProxyUrl } from './proxy-bridge.ts'

/**
 * The client for WebSockets to upstreams of channels: for sessions in which both sides send, and under the exchanges of
 * `websocket-exchange.ts`.
 */

/** The address, and the credentials. */
export interface SocketRequest {
  /** `ws:` or `wss:`. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Sub-protocols that are offered; with none, the upstream chooses none. */
  protocols: readonly string[]
  /** How its channel is reached, where that is not straight. */
  way?: Way | undefined
}

export interface UpstreamSocket extends MessageSocket {
  /**
   * Returns the first frame, which is still passed to the listener; undefined when none arrives in time or the
   * connection is closed.
   */
  firstFrame(withinMs: number): Promise<Frame | undefined>
  /** Whether the connection is closed. */
  readonly isClosed: boolean
  /** Passes all frames to the listener, including earlier ones; to be called at most once. */
  listen(listener: SocketListener): void
}

/** The upstream answered the handshake with another status than 101. */
export class SocketRefused extends Error {
  constructor(readonly status: number) {
    super(`the handshake was answered with status ${status}`)
    this.name = 'SocketRefused'
  }
}

/** A socket that is being opened. */
export interface SocketOpening {
  /** Rejects with SocketRefused, or with an Error that contains no address. */
  opened: Promise<UpstreamSocket>
  cancel(): void
}

/** The runtime reports the status of a refused handshake only in the error text. */
const REFUSED = /Expected 101 status code: (\d{3})/
/** Bytes that may be in transit to an upstream that reads slowly. */
const WINDOW_BYTES = 1024 * 1024
const POLL_MS = 20
/** How long an upstream may take to confirm the close. */
const CLOSING_MS = 5000
const NORMAL = 1000

/** Opens a WebSocket by the way of its channel, or by the environment's. */
export function openUpstreamSocket({ url, headers, protocols, way: own }: SocketRequest): SocketOpening {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamSocket>()
  let socket: PausableSocket
  try {
    // A small frame might expand to a large one, and audio does not compress.
    const options = { headers: { ...headers }, protocols: [...protocols], perMessageDeflate: false }
    const way = findWay(url, own)
    const wayOptions = { ...(way?.tls && { tls: way.tls }), ...(way?.proxy && { proxy: bridgedProxyUrl(way.proxy) }) }
    socket = new WebSocket(url, { ...options, ...wayOptions } as never) as PausableSocket
  } catch {
    // The runtime's error would contain the address.
    reject(new Error('the address is not a WebSocket address'))
    return { opened: promise, cancel() {} }
  }
  const wrapped = new WrappedSocket(socket)
  socket.onopen = () => resolve(wrapped)
  socket.onerror = (event) => {
    const status = REFUSED.exec(String((event as { message?: unknown }).message ?? ''))?.[1]
    reject(status ? new SocketRefused(Number(status)) : new Error('cannot connect'))
  }
  return {
    opened: promise,
    cancel() {
      reject(new Error('cancelled'))
      socket.terminate()
    },
  }
}

/** Methods that the runtime's client has beyond the web standard. */
type PausableSocket = WebSocket & { pause(): void; resume(): void; terminate(): void }

class WrappedSocket implements UpstreamSocket {
  #listener: SocketListener | undefined
  /** Frames that arrived before a listener was set. */
  readonly #buffered: Frame[] = []
  #closeEvent: { code: number; reason: string } | undefined
  #wake: (() => void) | undefined

  constructor(private readonly socket: PausableSocket) {
    socket.binaryType = 'nodebuffer' as BinaryType
    socket.onmessage = ({ data }) => this.#frame(data as Frame)
    socket.onclose = ({ code, reason }) => {
      this.#closeEvent = { code, reason }
      this.#wake?.()
      this.#listener?.closed(code, reason)
    }
  }

  send(frame: Frame): Promise<void> | undefined {
    if (this.#closeEvent) return undefined
    this.socket.send(frame as string)
    return this.socket.bufferedAmount > WINDOW_BYTES ? this.#drained() : undefined
  }

  pause(): void {
    if (!this.#closeEvent) this.socket.pause()
  }

  resume(): void {
    if (!this.#closeEvent) this.socket.resume()
  }

  close(code = NORMAL, reason = ''): void {
    if (this.#closeEvent) return
    // A paused socket would not receive the confirmation.
    this.socket.resume()
    this.socket.close(code, reason)
    setTimeout(() => this.socket.terminate(), CLOSING_MS).unref()
  }

  async firstFrame(withinMs: number): Promise<Frame | undefined> {
    if (this.#buffered.length === 0 && !this.#closeEvent) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const limit = setTimeout(resolve, withinMs)
      await promise
      clearTimeout(limit)
    }
    return this.#buffered[0]
  }

  get isClosed(): boolean {
    return this.#closeEvent !== undefined
  }

  listen(listener: SocketListener): void {
    this.#listener = listener
    for (const frame of this.#buffered.splice(0)) listener.frame(frame)
    if (this.#closeEvent) listener.closed(this.#closeEvent.code, this.#closeEvent.reason)
    else this.resume()
  }

  #frame(frame: Frame): void {
    if (this.#listener) {
      this.#listener.frame(frame)
      return
    }
    this.#buffered.push(frame)
    this.pause()
    this.#wake?.()
  }

  /** Polls, because the runtime does not report when a socket's buffer has drained. */
  async #drained(): Promise<void> {
    while (!this.#closeEvent && this.socket.bufferedAmount > WINDOW_BYTES) await Bun.sleep(POLL_MS)
  }
}
