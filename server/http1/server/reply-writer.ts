import { isHeaderValue } from '../shared/header-text.ts'
import type { Reply, Sink, StreamBody } from '../shared/response.ts'
import type { Outbox } from '../shared/write-buffer.ts'

const NOTHING = new Uint8Array()
/** What most replies are. The texts are for people: no program reads them (RFC 9112 §4). */
const REASONS: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

let date = { second: 0, text: '' }

/** RFC 9110 §6.6.1 asks every server with a clock for it. */
function dateHeader(): string {
  const second = Math.floor(Date.now() / 1000)
  if (date.second !== second) date = { second, text: new Date(second * 1000).toUTCString() }
  return date.text
}

/** The head of a reply up to its framing. Header values that no header may hold are left out. */
function headOf({ status, headers }: Reply, keepAlive: boolean): string {
  let head = `HTTP/1.1 ${status} ${REASONS[status] ?? ''}\r\ndate: ${dateHeader()}\r\n`
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined && isHeaderValue(value)) head += `${name}: ${value}\r\n`
  }
  return keepAlive ? head : `${head}connection: close\r\n`
}

/** Sends a reply whose body is known. */
export function sendWhole(reply: Reply, body: Uint8Array | string, keepAlive: boolean, outbox: Outbox): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  outbox.sendFramed(`${headOf(reply, keepAlive)}content-length: ${bytes.length}\r\n\r\n`, bytes)
}

/** Sends a reply whose body is a stream, to its end. */
export function sendStream(reply: Reply, body: StreamBody, keepAlive: boolean, outbox: Outbox): Promise<void> {
  const sink = new ChunkedSink(reply, keepAlive, outbox)
  const done = body.run(sink)
  sink.open()
  return done
}

/** Sends a body in chunks (RFC 9112 §7.1): one write for each, the first with the head. */
class ChunkedSink implements Sink {
  /** The head, until it is sent. */
  #head: string

  constructor(
    reply: Reply,
    keepAlive: boolean,
    private readonly outbox: Outbox,
  ) {
    this.#head = `${headOf(reply, keepAlive)}transfer-encoding: chunked\r\n\r\n`
  }

  /** Lets the caller have the head when the body keeps it waiting. */
  open(): void {
    this.outbox.sendFramed(this.#takeHead(), NOTHING)
  }

  write(bytes: Uint8Array | string): Promise<void> | undefined {
    this.#chunk(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, '')
    return this.outbox.empty ? undefined : this.outbox.drained()
  }

  end(last: Uint8Array = NOTHING): void {
    this.#chunk(last, '0\r\n\r\n')
  }

  /** A chunk without bytes would be the end of the body. */
  #chunk(bytes: Uint8Array, end: string): void {
    const head = this.#takeHead()
    if (bytes.length === 0) this.outbox.sendFramed(head, NOTHING, end)
    else if (head === '' && end === '') this.outbox.sendChunk(bytes)
    else this.outbox.sendFramed(`${head}${bytes.length.toString(16)}\r\n`, bytes, `\r\n${end}`)
  }

  #takeHead(): string {
    const head = this.#head
    this.#head = ''
    return head
  }
}
