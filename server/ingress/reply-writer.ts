import type { Reply, Sink } from '../relay/reply.ts'
import { isHeaderValue } from '../wire/header-text.ts'
import type { Outbox } from '../wire/outbox.ts'

const NOTHING = new Uint8Array()
const REASONS: Record<number, string> = { 200: 'OK', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden' }

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
export function sendWhole(reply: Reply, body: Uint8Array, keepAlive: boolean, outbox: Outbox): void {
  outbox.sendFramed(`${headOf(reply, keepAlive)}content-length: ${body.length}\r\n\r\n`, body)
}

/** Sends a body in chunks (RFC 9112 §7.1): one write for each, the first with the head. */
export class ChunkedSink implements Sink {
  /** The head, until it is sent. */
  #head: string

  constructor(
    reply: Reply,
    keepAlive: boolean,
    private readonly outbox: Outbox,
    /** Resolves when the socket has taken everything, or is gone. */
    private readonly drained: () => Promise<void>,
  ) {
    this.#head = `${headOf(reply, keepAlive)}transfer-encoding: chunked\r\n\r\n`
  }

  /** Lets the caller have the head when the body keeps it waiting. */
  open(): void {
    this.outbox.sendFramed(this.#takeHead(), NOTHING)
  }

  write(bytes: Uint8Array | string): Promise<void> | undefined {
    this.#chunk(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, '')
    return this.outbox.empty ? undefined : this.drained()
  }

  end(last: Uint8Array = NOTHING): void {
    this.#chunk(last, '0\r\n\r\n')
  }

  /** A chunk without bytes would be the end of the body. */
  #chunk(bytes: Uint8Array, end: string): void {
    const head = this.#takeHead()
    if (bytes.length === 0) this.outbox.sendFramed(head, NOTHING, end)
    else this.outbox.sendFramed(`${head}${bytes.length.toString(16)}\r\n`, bytes, `\r\n${end}`)
  }

  #takeHead(): string {
    const head = this.#head
    this.#head = ''
    return head
  }
}
