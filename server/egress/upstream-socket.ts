import type { Frame, MessageSocket, SocketListener } from '../http1/shared/message-socket.ts'

/** A WebSocket to an upstream of a channel, for sessions in which both sides talk. */

/** Where to, and how the credential is shown. */
export interface SocketRequest {
  /** `ws:` or `wss:`. */
  url: string
  headers: Readonly<Record<string, string>>
  /** Sub-protocols that are offered; without any, the upstream chooses none. */
  protocols: readonly string[]
}

export interface UpstreamSocket extends MessageSocket {
  /** The first frame, which stays to be heard; undefined when none has come in time or the connection is gone. */
  first(withinMs: number): Promise<Frame | undefined>
  /** The connection is gone. */
  readonly gone: boolean
  /** From now on, and what came before; at most once. */
  listen(listener: SocketListener): void
}

/** The upstream answered the handshake with something else than its consent. */
export class SocketRefused extends Error {
  constructor(readonly status: number) {
    super(`the handshake was answered with status ${status}`)
    this.name = 'SocketRefused'
  }
}

/** A socket on its way. */
export interface SocketOpening {
  /** Rejects with SocketRefused, or with an Error that names no address. */
  opened: Promise<UpstreamSocket>
  cancel(): void
}

/** The runtime tells the status of a refused handshake only in words. */
const REFUSED = /Expected 101 status code: (\d{3})/
/** What may be on its way to an upstream that reads slowly. */
const WINDOW_BYTES = 1024 * 1024
const LOOK_MS = 20
/** How long an upstream may take to say goodbye. */
const CLOSING_MS = 5000
const NORMAL = 1000

/** Opens a WebSocket. The environment's proxies are not used. */
export function openUpstreamSocket({ url, headers, protocols }: SocketRequest): SocketOpening {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamSocket>()
  let socket: PausableSocket
  try {
    // Sound does not get smaller, and what is small might become large.
    const options = { headers: { ...headers }, protocols: [...protocols], perMessageDeflate: false }
    socket = new WebSocket(url, options as never) as PausableSocket
  } catch {
    // The error would name the address.
    reject(new Error('the address is not one of a WebSocket'))
    return { opened: promise, cancel() {} }
  }
  const wrapped = new Wrapped(socket)
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

/** What the runtime's client has beside the web's. */
type PausableSocket = WebSocket & { pause(): void; resume(): void; terminate(): void }

class Wrapped implements UpstreamSocket {
  #listener: SocketListener | undefined
  /** What came before somebody listened. */
  readonly #early: Frame[] = []
  #end: { code: number; reason: string } | undefined
  #wake: (() => void) | undefined

  constructor(private readonly socket: PausableSocket) {
    socket.binaryType = 'nodebuffer' as BinaryType
    socket.onmessage = ({ data }) => this.#frame(data as Frame)
    socket.onclose = ({ code, reason }) => {
      this.#end = { code, reason }
      this.#wake?.()
      this.#listener?.closed(code, reason)
    }
  }

  send(frame: Frame): Promise<void> | undefined {
    if (this.#end) return undefined
    this.socket.send(frame as string)
    return this.socket.bufferedAmount > WINDOW_BYTES ? this.#taken() : undefined
  }

  pause(): void {
    if (!this.#end) this.socket.pause()
  }

  resume(): void {
    if (!this.#end) this.socket.resume()
  }

  close(code = NORMAL, reason = ''): void {
    if (this.#end) return
    // A paused socket would not hear the answer.
    this.socket.resume()
    this.socket.close(code, reason)
    setTimeout(() => this.socket.terminate(), CLOSING_MS).unref()
  }

  async first(withinMs: number): Promise<Frame | undefined> {
    if (this.#early.length === 0 && !this.#end) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      const limit = setTimeout(resolve, withinMs)
      await promise
      clearTimeout(limit)
    }
    return this.#early[0]
  }

  get gone(): boolean {
    return this.#end !== undefined
  }

  listen(listener: SocketListener): void {
    this.#listener = listener
    for (const frame of this.#early.splice(0)) listener.frame(frame)
    if (this.#end) listener.closed(this.#end.code, this.#end.reason)
    else this.resume()
  }

  #frame(frame: Frame): void {
    if (this.#listener) {
      this.#listener.frame(frame)
      return
    }
    this.#early.push(frame)
    this.pause()
    this.#wake?.()
  }

  /** The runtime does not say when a socket has taken what it was given. */
  async #taken(): Promise<void> {
    while (!this.#end && this.socket.bufferedAmount > WINDOW_BYTES) await Bun.sleep(LOOK_MS)
  }
}
