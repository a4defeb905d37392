import { partOf } from '../shared/slice.ts'
import { TURN_BYTES, Turns } from '../shared/turns.ts'
import type { Exchange, Keep, Take, UpstreamAnswer, UpstreamRequest } from './answer.ts'
import { type Body, createBody } from './body.ts'
import type { Connection, Origin, User } from './connection.ts'
import { decoded } from './decoded.ts'
import { framingOf, headEnd, parseHead } from './head.ts'
import type { Pool } from './pool.ts'
import { readAll } from './read-all.ts'
import { requestHead, type Target, targetOf } from './request.ts'

const MAX_HEAD_BYTES = 64 * 1024
/** What may wait for a slow reader; then the socket is not read any more, and TCP slows the upstream down. */
const WINDOW_BYTES = 64 * 1024
/**
 * A server that gave up a connection before a request reached it says so within a round trip. One that closes later may
 * have done what was asked, which must not happen twice (RFC 9110 §9.2.2).
 */
const UNSEEN_MS = 1000

/** Sends a request on a connection of the pool, and reads the answer as it comes. Never throws; `answer` rejects. */
export function exchangeHttp1(request: UpstreamRequest, pool: Pool): Exchange {
  return new Http1Exchange(request, pool)
}

const noHeader = () => undefined
/** Stands for a request that is not needed again. */
const ANSWERED: UpstreamRequest = { url: '', headers: {}, body: Buffer.alloc(0) }

class Http1Exchange implements Exchange, User, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  status = 0
  header: UpstreamAnswer['header'] = noHeader
  #accept!: (answer: UpstreamAnswer) => void
  #refuse!: (error: Error) => void
  #connection: Connection | undefined
  /** The head, while it is incomplete. */
  #start: Buffer | undefined
  #body: Body | undefined
  #keepAlive = false
  #received = false
  /** Milliseconds since the epoch. */
  #sentAt = 0
  /** Parts that nobody has read, and how many bytes they are. */
  #queue: Buffer[] = []
  #queued = 0
  #paused = false
  #reader: { resolve(bytes: Buffer | undefined): void; reject(error: Error): void } | undefined
  #taker: { take: Take; resolve(): void; reject(error: Error): void } | undefined
  /** The taker is not ready for the next part. */
  #busy = false
  readonly #turns = new Turns()
  #over = false
  #error: Error | undefined

  constructor(
    private request: UpstreamRequest,
    private readonly pool: Pool,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.#accept = resolve
      this.#refuse = reject
    })
    this.#begin()
  }

  read(): Buffer | undefined | Promise<Buffer | undefined> {
    const part = this.#queue.shift()
    if (part) {
      this.#queued -= part.length
      if (this.#paused && this.#queued === 0) this.#pause(false)
      return part
    }
    if (this.#error) return Promise.reject(this.#error)
    if (this.#over) return undefined
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  each(take: Take): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#taker = { take, resolve, reject }
      this.#feed()
    })
  }

  bytes(keep?: Keep): Buffer | Promise<Buffer> {
    const first = this.#queue[0]
    const isWhole = first !== undefined && this.#queue.length === 1 && this.#over && !this.#error
    return isWhole && first.length <= WINDOW_BYTES ? first : readAll(this, keep)
  }

  cancel(reason: string): void {
    if (this.#over) return
    this.#queue = []
    this.#fail(new Error(reason))
  }

  received(bytes: Buffer): void {
    this.#received = true
    try {
      if (this.#body) this.#take(this.#body, bytes)
      else this.#takeHead(this.#start ? Buffer.concat([this.#start, bytes]) : bytes)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  closed(error: Error): void {
    const { uses } = this.#connection ?? { uses: 0 }
    this.#connection = undefined
    if (this.#body?.endsWithConnection) this.#finish()
    // The server gave up an idle connection just when it was used again: it has not seen the request.
    else if (uses > 1 && !this.#received && Date.now() - this.#sentAt < UNSEEN_MS) this.#begin(true)
    else
      this.#fail(
        this.#body ? new Error('the connection broke off in the middle of the answer', { cause: error }) : error,
      )
  }

  #begin(afresh = false): void {
    let target: Target
    try {
      target = targetOf(this.request.url)
      const idle = afresh ? undefined : this.pool.take(target.origin)
      if (idle) this.#send(idle, target)
      else void this.#connect(target)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  async #connect(target: Target): Promise<void> {
    try {
      const connection = await this.pool.open(target.origin)
      // Cancelled meanwhile: whoever comes next can have the connection.
      if (this.#over) this.pool.giveBack(connection)
      else this.#send(connection, target)
    } catch (error) {
      this.#fail(new Error(connectError(error, target.origin), { cause: error }))
    }
  }

  #send(connection: Connection, target: Target): void {
    const head = requestHead(this.request, target)
    this.#connection = connection
    connection.user = this
    connection.uses += 1
    this.#sentAt = Date.now()
    if (this.request.method === 'GET') connection.send(head)
    else connection.sendMessage(head, this.request.body)
  }

  #takeHead(bytes: Buffer, start = 0): void {
    const end = headEnd(bytes, start)
    if (end < 0) {
      if (bytes.length - start > MAX_HEAD_BYTES) throw new Error('the head of the answer is too long')
      this.#start = partOf(bytes, start)
      return
    }
    const head = parseHead(bytes, start, end)
    this.#start = undefined
    // 1xx announce the real answer (RFC 9110 §15.2).
    if (head.status < 200) {
      this.#takeHead(bytes, end)
      return
    }
    // A long stream must not hold the memory of what it was asked with.
    this.request = ANSWERED
    this.status = head.status
    this.header = head.header
    this.#keepAlive = head.keepAlive
    this.#body = createBody(framingOf(head))
    this.#accept(decoded(this))
    this.#take(this.#body, bytes, end)
  }

  #take(body: Body, bytes: Buffer, start = 0): void {
    for (const part of bytes.length > start ? body.push(bytes, start) : []) this.#hand(part)
    if (body.done) this.#finish(body.surplus > 0)
  }

  #hand(part: Buffer): void {
    const reader = this.#reader
    if (reader) {
      this.#reader = undefined
      reader.resolve(part)
      return
    }
    if (this.#taker && !this.#busy && part.length <= TURN_BYTES) {
      this.#give(this.#taker.take, part)
      return
    }
    this.#queue.push(part)
    this.#queued += part.length
    if (this.#queued > WINDOW_BYTES && !this.#paused) this.#pause(true)
    this.#feed()
  }

  #give(take: Take, part: Buffer): void {
    try {
      const turn = this.#turns.after(part.length)
      const ready = take(part)
      const free = ready && turn ? Promise.all([ready, turn]) : (ready ?? turn)
      if (!free) return
      this.#busy = true
      free
        .catch((error) => this.#giveUp(error))
        .finally(() => {
          this.#busy = false
          this.#feed()
        })
    } catch (error) {
      this.#giveUp(error as Error)
    }
  }

  /** The taker has failed: it gets its own error back. */
  #giveUp(error: Error): void {
    this.#queue = []
    if (this.#over) this.#error ??= error
    else this.#fail(error)
  }

  /** Gives the taker what waits for it, and the end when nothing does. */
  #feed(): void {
    const taker = this.#taker
    if (!taker || this.#busy) return
    for (let part = this.#nextPart(); part; part = this.#busy ? undefined : this.#nextPart()) {
      this.#queued -= part.length
      this.#give(taker.take, part)
    }
    if (this.#busy || this.#queue.length > 0) return
    if (this.#error) taker.reject(this.#error)
    else if (this.#over) taker.resolve()
    else if (this.#paused) this.#pause(false)
  }

  /** The next bytes that wait for the taker: as many as one turn may handle, at most. */
  #nextPart(): Buffer | undefined {
    const part = this.#queue[0]
    if (!part || part.length <= TURN_BYTES) return this.#queue.shift()
    this.#queue[0] = part.subarray(TURN_BYTES)
    return part.subarray(0, TURN_BYTES)
  }

  #pause(paused: boolean): void {
    this.#paused = paused
    if (paused) this.#connection?.pause()
    else this.#connection?.resume()
  }

  /** The answer is complete. A connection with bytes too many, or with a request half sent, is not used again. */
  #finish(unclean = false): void {
    if (this.#over) return
    this.#over = true
    const connection = this.#connection
    this.#connection = undefined
    if (connection) {
      connection.user = undefined
      if (this.#paused) connection.resume()
      if (this.#keepAlive && !unclean && connection.sent) this.pool.giveBack(connection)
      else connection.destroy()
    }
    this.#reader?.resolve(undefined)
    this.#feed()
  }

  #fail(error: Error): void {
    if (this.#over) return
    this.#over = true
    this.#error = error
    this.#connection?.destroy()
    this.#connection = undefined
    this.#refuse(error)
    this.#reader?.reject(error)
    this.#feed()
  }
}

function connectError(error: unknown, { key }: Origin): string {
  const { code, message } = error as { code?: string; message?: string }
  return `cannot connect to ${key}: ${[code, message].filter(Boolean).join(' ')}`
}
