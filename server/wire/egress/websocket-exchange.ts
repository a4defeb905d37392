import type { Frame, SocketListener } from '../../platform/http/message-socket.ts'
import { readAll, readEach } from '../http1/client/read-all.ts'
import type {
  CheckSize,
  Exchange,
  TakeChunk,
  UpstreamAnswer,
  UpstreamRequest,
} from '../http1/client/upstream-answer.ts'
import { openUpstreamSocket, type SocketOpening, SocketRefused, type UpstreamSocket } from './upstream-socket.ts'

/** Bytes that may wait for a slow reader; with more, the upstream is slowed down. */
const MAX_WAITING_BYTES = 1024 * 1024
const NORMAL_CLOSE_CODES = new Set([1000, 1001, 1005])
const OK = 200

/**
 * Sends a request over a WebSocket: its body is the first frame, and each frame that comes back is a server-sent event
 * of an answer with status 200. A refused handshake is an answer with the status of the refusal. Never throws; `answer`
 * rejects.
 */
export function exchangeWithWebSocket(request: UpstreamRequest): Exchange {
  return new SocketExchange(request)
}

class SocketExchange implements Exchange, UpstreamAnswer, SocketListener {
  readonly answer: Promise<UpstreamAnswer>
  readonly status = OK
  readonly #opening: SocketOpening
  #socket: UpstreamSocket | undefined
  readonly #queue: Buffer[] = []
  #queuedBytes = 0
  #reader: { resolve(part: Buffer | undefined): void; reject(error: Error): void } | undefined
  #isEnded = false
  #error: Error | undefined

  constructor(private readonly request: UpstreamRequest) {
    const { url, headers, way } = request
    this.#opening = openUpstreamSocket({ url, headers, protocols: [], way })
    this.answer = this.#opening.opened.then(
      (socket) => this.#send(socket),
      (error: Error) => this.#answerRefusal(error),
    )
    // After a cancel the answer may be left unhandled.
    this.answer.catch(() => {})
  }

  header(name: string): string | undefined {
    return name === 'content-type' ? 'text/event-stream' : undefined
  }

  read(): Buffer | undefined | Promise<Buffer | undefined> {
    const part = this.#queue.shift()
    if (part) {
      this.#queuedBytes -= part.length
      if (this.#queuedBytes <= MAX_WAITING_BYTES) this.#socket?.resume()
      return part
    }
    if (this.#error) return Promise.reject(this.#error)
    if (this.#isEnded) return undefined
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  each(take: TakeChunk): Promise<void> {
    return readEach(this, take)
  }

  bytes(keep?: CheckSize): Promise<Buffer> {
    return readAll(this, keep)
  }

  cancel(reason: string): void {
    if (this.#isEnded) return
    this.#queue.length = 0
    this.#end(new Error(reason))
    if (!this.#socket) this.#opening.cancel()
  }

  frame(frame: Frame): void {
    if (this.#isEnded) return
    const text = frame.toString()
    this.#pass(Buffer.from(`data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`))
    if (this.request.isLast?.(text)) this.#end(undefined)
  }

  closed(code: number): void {
    this.#end(NORMAL_CLOSE_CODES.has(code) ? undefined : new Error(`the connection was closed early (${code})`))
  }

  #send(socket: UpstreamSocket): UpstreamAnswer {
    this.#socket = socket
    if (this.#error) {
      socket.close()
      throw this.#error
    }
    socket.send(Buffer.from(this.request.body).toString('utf8'))
    socket.listen(this)
    return this
  }

  #answerRefusal(error: Error): UpstreamAnswer {
    // The reason of a cancel, which also ends the opening.
    if (this.#error) throw this.#error
    this.#isEnded = true
    if (error instanceof SocketRefused) return refusedHandshake(error.status)
    throw error
  }

  #pass(part: Buffer): void {
    const reader = this.#reader
    this.#reader = undefined
    if (reader) {
      reader.resolve(part)
      return
    }
    this.#queue.push(part)
    this.#queuedBytes += part.length
    if (this.#queuedBytes > MAX_WAITING_BYTES) this.#socket?.pause()
  }

  /** Ends the exchange: no more frames arrive, or no more are read. */
  #end(error: Error | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#error = error
    this.#socket?.close()
    const reader = this.#reader
    this.#reader = undefined
    if (error) reader?.reject(error)
    else reader?.resolve(undefined)
  }
}

/** Returns the answer of a refused handshake. */
function refusedHandshake(status: number): UpstreamAnswer {
  return {
    status,
    header: () => undefined,
    read: () => undefined,
    each: () => Promise.resolve(),
    bytes: () => Buffer.alloc(0),
  }
}
