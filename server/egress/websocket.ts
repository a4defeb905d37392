import type { Exchange, Keep, Take, UpstreamAnswer, UpstreamRequest } from '../http1/client/answer.ts'
import { readAll, readEach } from '../http1/client/read-all.ts'

/**
 * What may wait for a slow reader. The runtime's client cannot be slowed down, so an answer that outruns its reader by
 * more than this breaks off.
 */
const MOST_WAITING = 8 * 1024 * 1024
const NORMAL_ENDS = new Set([1000, 1001, 1005])
const OK = 200
/** The runtime tells the status of a refused handshake only in words. */
const REFUSED = /Expected 101 status code: (\d{3})/

/**
 * Sends a request over a WebSocket: its body is the first frame, and each text frame that comes back is a server-sent
 * event of an answer with status 200. A handshake that is refused is an answer with the status of the refusal. The
 * environment's proxies are not used. Never throws; `answer` rejects.
 */
export function exchangeByWebSocket(request: UpstreamRequest): Exchange {
  return new SocketExchange(request)
}

class SocketExchange implements Exchange, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  readonly status = OK
  #accept!: (answer: UpstreamAnswer) => void
  #refuse!: (error: Error) => void
  #socket: WebSocket | undefined
  #opened = false
  #queue: Buffer[] = []
  #queued = 0
  #reader: { resolve(part: Buffer | undefined): void; reject(error: Error): void } | undefined
  #over = false
  #error: Error | undefined

  constructor(private readonly request: UpstreamRequest) {
    this.answer = new Promise((resolve, reject) => {
      this.#accept = resolve
      this.#refuse = reject
    })
    // Whoever cancels a request does not wait for its answer.
    this.answer.catch(() => {})
    try {
      this.#connect()
    } catch {
      // The error would name the address, in which the signature stands.
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
    if (this.#over) return undefined
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  each(take: Take): Promise<void> {
    return readEach(this, take)
  }

  bytes(keep?: Keep): Promise<Buffer> {
    return readAll(this, keep)
  }

  cancel(reason: string): void {
    if (this.#over) return
    this.#queue = []
    this.#end(new Error(reason))
  }

  #connect(): void {
    const { url, headers, body } = this.request
    const socket = new WebSocket(url, { headers: { ...headers } } as never)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onopen = () => {
      if (this.#over) return
      this.#opened = true
      socket.send(Buffer.from(body).toString('utf8'))
      this.#accept(this)
    }
    socket.onmessage = ({ data }) => this.#frame(typeof data === 'string' ? data : Buffer.from(data).toString('utf8'))
    socket.onerror = (event) => this.#failed(String((event as { message?: unknown }).message ?? ''))
    socket.onclose = ({ code }) => {
      const isEnd = this.#opened && NORMAL_ENDS.has(code)
      this.#end(isEnd ? undefined : new Error(`the connection broke off (${code})`))
    }
  }

  #frame(text: string): void {
    if (this.#over) return
    const part = Buffer.from(`data: ${text.replaceAll(/\r\n|\r|\n/g, '\ndata: ')}\n\n`)
    const reader = this.#reader
    this.#reader = undefined
    if (reader) reader.resolve(part)
    else {
      this.#queue.push(part)
      this.#queued += part.length
      if (this.#queued > MOST_WAITING) this.#end(new Error('the answer is read too slowly'))
    }
    if (this.request.isLast?.(text)) this.#end(undefined)
  }

  #failed(message: string): void {
    const found = this.#opened ? null : REFUSED.exec(message)
    const status = found && Number(found[1])
    if (!status) this.#end(new Error(this.#opened ? 'the connection broke off' : 'cannot connect'))
    if (this.#over || !status) return
    this.#over = true
    this.#accept(refusal(status))
  }

  /** Nothing more comes, or nothing more is wanted. */
  #end(error: Error | undefined): void {
    if (this.#over) return
    this.#over = true
    this.#error = error
    this.#socket?.close()
    if (error) this.#refuse(error)
    const reader = this.#reader
    this.#reader = undefined
    if (error) reader?.reject(error)
    else reader?.resolve(undefined)
  }
}

/** What is known of a refused handshake. */
function refusal(status: number): UpstreamAnswer {
  return {
    status,
    header: () => undefined,
    read: () => undefined,
    each: () => Promise.resolve(),
    bytes: () => Buffer.alloc(0),
  }
}
