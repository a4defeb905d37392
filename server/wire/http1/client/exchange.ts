import { slice } from '../shared/bytes.ts'
import { pieceBytes, TurnBudget } from '../shared/turn-budget.ts'
import { framingOf, headEnd, parseHead } from './answer-head.ts'
import { type BodyReader, createBodyReader } from './body-reader.ts'
import type { Connection, ConnectionUser, Origin } from './connection.ts'
import { decodeAnswer } from './decode-answer.ts'
import type { Pool } from './pool.ts'
import { readAll } from './read-all.ts'
import { hasNoBody, parseTarget, requestHead, type Target } from './request-head.ts'
import type { CheckSize, Exchange, TakeChunk, UpstreamAnswer, UpstreamRequest } from './upstream-answer.ts'

const MAX_HEAD_BYTES = 64 * 1024
/** Bytes that may wait for a slow reader; beyond them the socket is not read, and TCP slows the upstream down. */
const WINDOW_BYTES = 64 * 1024
/**
 * A server that closed a connection before a request reached it reports that within a round trip. One that closes
 * later may have processed the request, which must not happen twice (RFC 9110 §9.2.2).
 */
const UNSEEN_CLOSE_MS = 1000

/**
 * Sends a request on a connection of the pool, and reads the answer as it arrives. Never throws; `answer` rejects.
 */
export function exchangeHttp1(request: UpstreamRequest, pool: Pool): Exchange {
  return new Http1Exchange(request, pool)
}

const noHeaders = () => undefined
/** Replaces a request that is no longer needed. */
const NO_REQUEST: UpstreamRequest = { url: '', headers: {}, body: Buffer.alloc(0) }

class Http1Exchange implements Exchange, ConnectionUser, UpstreamAnswer {
  readonly answer: Promise<UpstreamAnswer>
  status = 0
  header: UpstreamAnswer['header'] = noHeaders
  #resolveAnswer!: (answer: UpstreamAnswer) => void
  #rejectAnswer!: (error: Error) => void
  #connection: Connection | undefined
  /** The head, while it is incomplete. */
  #partialHead: Buffer | undefined
  #body: BodyReader | undefined
  #keepAlive = false
  #hasReceived = false
  /** Milliseconds since the epoch. */
  #sentAt = 0
  /** Chunks that have not been read, and their total size. */
  #queue: Buffer[] = []
  #queued = 0
  #isPaused = false
  #reader: { resolve(bytes: Buffer | undefined): void; reject(error: Error): void } | undefined
  #taker: { take: TakeChunk; resolve(): void; reject(error: Error): void } | undefined
  /** The taker is not ready for the next chunk. */
  #isTakerBusy = false
  /** Set once there is a taker. */
  #turnBudget: TurnBudget | undefined
  #isEnded = false
  #error: Error | undefined

  constructor(
    private request: UpstreamRequest,
    private readonly pool: Pool,
  ) {
    this.answer = new Promise((resolve, reject) => {
      this.#resolveAnswer = resolve
      this.#rejectAnswer = reject
    })
    this.newConnection()
  }

  read(): Buffer | undefined | Promise<Buffer | undefined> {
    const part = this.#queue.shift()
    if (part) {
      this.#queued -= part.length
      if (this.#isPaused && this.#queued === 0) this.#setPaused(false)
      return part
    }
    if (this.#error) return Promise.reject(this.#error)
    if (this.#isEnded) return undefined
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject }
    })
  }

  each(take: TakeChunk): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#taker = { take, resolve, reject }
      this.#feedTaker()
    })
  }

  bytes(keep?: CheckSize): Buffer | Promise<Buffer> {
    const first = this.#queue[0]
    const isWhole = first !== undefined && this.#queue.length === 1 && this.#isEnded && !this.#error
    return isWhole && first.length <= WINDOW_BYTES ? first : readAll(this, keep)
  }

  cancel(reason: string): void {
    if (this.#isEnded) return
    this.#queue = []
    this.#fail(new Error(reason))
  }

  received(bytes: Buffer): void {
    this.#hasReceived = true
    try {
      if (this.#body) this.#readBody(this.#body, bytes)
      else this.#readHead(this.#partialHead ? Buffer.concat([this.#partialHead, bytes]) : bytes)
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  closed(error: Error): void {
    const { uses } = this.#connection ?? { uses: 0 }
    this.#connection = undefined
    if (this.#body?.endsWithConnection) this.#finish()
    // The server closed an idle connection just when it was reused: it has not seen the request.
    else if (uses > 1 && !this.#hasReceived && Date.now() - this.#sentAt < UNSEEN_CLOSE_MS) this.newConnection(true)
    else
      this.#fail(
        this.#body ? new Error('the connection was closed before the answer was complete', { cause: error }) : error,
      )
  }

  newConnection(afresh = false): void {
    let target: Target
    try {
      target = parseTarget(this.request.url, this.request.way)
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
      // Cancelled meanwhile: the connection returns to the pool.
      if (this.#isEnded) this.pool.release(connection)
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
    if (hasNoBody(this.request.method)) connection.send(head)
    else connection.sendMessage(head, this.request.body)
  }

  #readHead(bytes: Buffer, start = 0): void {
    const end = headEnd(bytes, start)
    if (end < 0) {
      if (bytes.length - start > MAX_HEAD_BYTES) throw new Error('the head of the answer is too long')
      this.#partialHead = slice(bytes, start)
      return
    }
    const head = parseHead(bytes, start, end)
    this.#partialHead = undefined
    // 1xx precede the final answer (RFC 9110 §15.2).
    if (head.status < 200) {
      this.#readHead(bytes, end)
      return
    }
    // A long stream must not keep the memory of its request.
    this.request = NO_REQUEST
    this.status = head.status
    this.header = head.header
    this.#keepAlive = head.keepAlive
    this.#body = createBodyReader(framingOf(head))
    this.#resolveAnswer(head.header('content-encoding') ? decodeAnswer(this) : this)
    this.#readBody(this.#body, bytes, end)
  }

  #readBody(body: BodyReader, bytes: Buffer, start = 0): void {
    for (const part of bytes.length > start ? body.push(bytes, start) : []) this.#deliver(part)
    if (body.isDone) this.#finish(body.surplus > 0)
  }

  #deliver(part: Buffer): void {
    const reader = this.#reader
    if (reader) {
      this.#reader = undefined
      reader.resolve(part)
      return
    }
    if (this.#taker && !this.#isTakerBusy && part.length <= pieceBytes()) {
      this.#callTaker(this.#taker.take, part)
      return
    }
    this.#queue.push(part)
    this.#queued += part.length
    if (this.#queued > WINDOW_BYTES && !this.#isPaused) this.#setPaused(true)
    this.#feedTaker()
  }

  #callTaker(take: TakeChunk, part: Buffer): void {
    try {
      this.#turnBudget ??= new TurnBudget()
      const turn = this.#turnBudget.after(part.length)
      const ready = take(part)
      const free = ready && turn ? Promise.all([ready, turn]) : (ready ?? turn)
      if (!free) return
      this.#isTakerBusy = true
      free
        .catch((error) => this.#failTaker(error))
        .finally(() => {
          this.#isTakerBusy = false
          this.#feedTaker()
        })
    } catch (error) {
      this.#failTaker(error as Error)
    }
  }

  /** The taker has failed: `each` rejects with its error. */
  #failTaker(error: Error): void {
    this.#queue = []
    if (this.#isEnded) this.#error ??= error
    else this.#fail(error)
  }

  /** Passes waiting chunks to the taker, and the end when there are none. */
  #feedTaker(): void {
    const taker = this.#taker
    if (!taker || this.#isTakerBusy) return
    for (let part = this.#nextPart(); part; part = this.#isTakerBusy ? undefined : this.#nextPart()) {
      this.#queued -= part.length
      this.#callTaker(taker.take, part)
    }
    if (this.#isTakerBusy || this.#queue.length > 0) return
    if (this.#error) taker.reject(this.#error)
    else if (this.#isEnded) taker.resolve()
    else if (this.#isPaused) this.#setPaused(false)
  }

  /** Returns the next bytes for the taker: at most as many as one turn may handle. */
  #nextPart(): Buffer | undefined {
    const part = this.#queue[0]
    const most = pieceBytes()
    if (!part || part.length <= most) return this.#queue.shift()
    this.#queue[0] = part.subarray(most)
    return part.subarray(0, most)
  }

  #setPaused(paused: boolean): void {
    this.#isPaused = paused
    if (paused) this.#connection?.pause()
    else this.#connection?.resume()
  }

  /** The answer is complete. A connection with surplus bytes, or with a partly sent request, is not reused. */
  #finish(unclean = false): void {
    if (this.#isEnded) return
    this.#isEnded = true
    const connection = this.#connection
    this.#connection = undefined
    if (connection) {
      connection.user = undefined
      if (this.#isPaused) connection.resume()
      if (this.#keepAlive && !unclean && connection.sent) this.pool.release(connection)
      else connection.destroy()
    }
    this.#reader?.resolve(undefined)
    this.#feedTaker()
  }

  #fail(error: Error): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#error = error
    this.#connection?.destroy()
    this.#connection = undefined
    this.#rejectAnswer(error)
    this.#reader?.reject(error)
    this.#feedTaker()
  }
}

function connectError(error: unknown, { name }: Origin): string {
  const { code, message } = error as { code?: string; message?: string }
  return `cannot connect to ${name}: ${[code, message].filter(Boolean).join(' ')}`
}
