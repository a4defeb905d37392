import { isHeaderValue } from '../shared/header-text.ts'
import type { RelayResponse, Sink, StreamBody } from '../shared/response.ts'
import type { WriteBuffer } from '../shared/write-buffer.ts'

const NOTHING = new Uint8Array()
/** Reason phrases of the usual statuses. They are for people: no program reads them (RFC 9112 §4). */
const REASONS: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

let date = { second: 0, text: '' }

/** RFC 9110 §6.6.1 requires a Date header from every server with a clock. */
function dateHeader(): string {
  const second = Math.floor(Date.now() / 1000)
  if (date.second !== second) date = { second, text: new Date(second * 1000).toUTCString() }
  return date.text
}

/** Builds the head of a response up to its framing. Header values with forbidden characters are left out. */
function responseHead({ status, headers }: RelayResponse, keepAlive: boolean): string {
  let head = `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ndate: ${dateHeader()}\r\n`
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && isHeaderValue(value)) head += `${name}: ${value}\r\n`
  }
  return keepAlive ? head : `${head}connection: close\r\n`
}

/** Sends a response whose body is complete. */
export function sendWhole(
  reply: RelayResponse,
  body: Uint8Array | string,
  keepAlive: boolean,
  writeBuffer: WriteBuffer,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  writeBuffer.sendFramed(`${responseHead(reply, keepAlive)}content-length: ${bytes.length}\r\n\r\n`, bytes)
}

/** Sends a response whose body is a stream, to its end. */
export function sendStream(
  reply: RelayResponse,
  body: StreamBody,
  keepAlive: boolean,
  writeBuffer: WriteBuffer,
): Promise<void> {
  const sink = new ChunkedSink(reply, keepAlive, writeBuffer)
  const done = body.run(sink)
  sink.sendHead()
  return done
}

/** Sends a body in chunks (RFC 9112 §7.1): one write per chunk, the first with the head. */
class ChunkedSink implements Sink {
  /** The head, until it is sent. */
  #head: string

  constructor(
    reply: RelayResponse,
    keepAlive: boolean,
    private readonly writeBuffer: WriteBuffer,
  ) {
    this.#head = `${responseHead(reply, keepAlive)}transfer-encoding: chunked\r\n\r\n`
  }

  /** Sends the head when the body is not ready yet. */
  sendHead(): void {
    this.writeBuffer.sendFramed(this.#takeHead(), NOTHING)
  }

  write(bytes: Uint8Array | string): Promise<void> | undefined {
    this.#chunk(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, '')
    return this.writeBuffer.isEmpty ? undefined : this.writeBuffer.drained()
  }

  end(last: Uint8Array = NOTHING): void {
    this.#chunk(last, '0\r\n\r\n')
  }

  /** An empty chunk would end the body. */
  #chunk(bytes: Uint8Array, end: string): void {
    const head = this.#takeHead()
    if (bytes.length === 0) this.writeBuffer.sendFramed(head, NOTHING, end)
    else if (head === '' && end === '') this.writeBuffer.sendChunk(bytes)
    else this.writeBuffer.sendFramed(`${head}${bytes.length.toString(16)}\r\n`, bytes, `\r\n${end}`)
  }

  #takeHead(): string {
    const head = this.#head
    this.#head = ''
    return head
  }
}
