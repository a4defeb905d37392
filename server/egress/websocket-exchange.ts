import { readAll, readEach } from '../http1/client/read-all.ts'
import type {
  CheckSize,
  Exchange,
  TakeChunk,
  UpstreamAnswer,
  UpstreamRequest,
} from '../http1/client/upstream-answer.ts'

/**
 * Bytes that may wait for a slow reader. The runtime's client cannot be paused, so an answer that is further ahead
 * of its reader breaks off.
 */
const MAX_WAITING_BYTES = 8 * 1024 * 1024
const NORMAL_CLOSE_CODES = new Set([1000, 1001, 1005])
const OK = 200
/** The runtime reports the status of a refused handshake only in the error text. */
const REFUSED = /Expected 101 status code: (\d{3})/

/**
 * Sends a request over a WebSocket: its body is the first frame, and each text frame that comes back is a
 * server-sent event of an answer with status 200. A refused handshake is an answer with the status of the refusal.
 * The environment's proxies are not used. Never throws; `answer` rejects.
 */
export function exchangeWithWebSocket(request: UpstreamRequest): Exchange {
  return new SocketExchange(request)
}

class SocketExchange implements Exchange, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  readonly status = OK
  #resolveAnswer!: (answer: UpstreamAnswer) => void
  #rejectAnswer!: (error: Error) => void
  #socket: WebSocket | undefined
  #opened = false
  #queue: Buffer[] = []
  #queued = 0
  #reader: { resolve(part: Buffer | undefined): void; reject(error: Error): void } | undefined
  #isEnded = false
  #error: Error | undefined

  constructor(private readonly request: UpstreamRequest) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolveAnswer = resolve
      this.#rejectAnswer = reject
    })
    // After a cancel the answer may be left unhandled.
    this.answer.catch(() => {})
    try {
      this.#connect()
    } catch {
      // The runtime's error would contain the address, which includes the signature.
      this.#end(new Error('the address is not one of a WebSocket'))
    }
  }

  header(name: string): string | undefined {
    return name === 'content-type' ? 'text/event-stream' : undefined
  }

  read(): Buffer | undefined | Promise<Buffer | undefined> {
    const part = this.#queue.shift()
    if (part) {
      this.#queued -= part.length
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
    this.#queue = []
    this.#end(new Error(reason))
  }

  #connect(): void {
    const { url, headers, body } = this.request
    const socket = new WebSocket(url, { headers: { ...headers } } as never)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onopen = () => {
      if (this.#isEnded) return
      this.#opened = true
      socket.send(Buffer.from(body).toString('utf8'))
      this.#resolveAnswer(this)
    }
    socket.onmessage = ({ data }) => this.#frame(typeof data === 'string' ? data : Buffer.from(data).toString('utf8'))
    socket.onerror = (event) => this.#handleError(String((event as { message?: unknown }).message ?? ''))
    socket.onclose = ({ code }) => {
      const isEnd = this.#opened && NORMAL_CLOSE_CODES.has(code)
      this.#end(isEnd ? undefined : new Error(`the connection broke off (${code})`))
    }
  }

  #frame(text: string): void {
    if (this.#isEnded) return
    const part = Buffer.from(`data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`)
    const reader = this.#reader
    this.#reader = undefined
    if (reader) reader.resolve(part)
    else {
      this.#queue.push(part)
      this.#queued += part.length
      if (this.#queued > MAX_WAITING_BYTES) this.#end(new Error('the answer is read too slowly'))
    }
    if (this.request.isLast?.(text)) this.#end(undefined)
  }

  #handleError(message: string): void {
    const found = this.#opened ? null : REFUSED.exec(message)
    const status = found && Number(found[1])
    if (!status) this.#end(new Error(this.#opened ? 'the connection broke off' : 'cannot connect'))
    if (this.#isEnded || !status) return
    this.#isEnded = true
    this.#resolveAnswer(refusedHandshake(status))
  }

  /** Ends the exchange: no more frames arrive, or no more are read. */
  #end(error: Error | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#error = error
    this.#socket?.close()
    if (error) this.#rejectAnswer(error)
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
