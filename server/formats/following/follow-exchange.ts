import { readErrorText, sendUpstream } from '../../wire/egress/upstream.ts'
import { producedAnswer } from '../../wire/http1/client/produced-answer.ts'
import type { CheckSize, Exchange, UpstreamAnswer, UpstreamRequest } from '../../wire/http1/client/upstream-answer.ts'
import type { InlineMedia } from '../dialects/conversation.ts'
import type { Reframer } from '../dialects/reframer.ts'
import type { FetchMedia } from '../media/fetch-media.ts'
import { withEnding } from './with-ending.ts'

/**
 * What an answer says of the work behind it: its id while it goes on, or the text of the answer to it. `files`: the
 * addresses of files that the text contains; they are fetched without a credential, and from public addresses only.
 */
export type WorkState =
  | { pending: string }
  | { done: string }
  | { files: readonly string[]; write(contents: ReadonlyMap<string, InlineMedia>): string }

/**
 * How an upstream that answers before its work is done is asked again. All requests are made from the id of the work:
 * an address in an answer is never followed, so that the credential stays at its host.
 */
export interface Following {
  /** Reads a successful answer. */
  read(text: string): WorkState
  /** Creates the request for the state of the work. */
  again(id: string): UpstreamRequest
  /** Creates the request that ends the work. */
  cancel(id: string): UpstreamRequest
  /** How the work is read while it goes on; absent = a whole answer is awaited. `read` returns a stream then, too. */
  stream?: WorkStream
}

/** The stream of work that goes on, which is read beside the questions for its state. */
export interface WorkStream {
  /** Finds the work and its stream in the first answer; undefined = it has none, or none that may be read. */
  open(text: string): { id: string; request: UpstreamRequest } | undefined
  /** Converts the stream to the events that are read. */
  reframer(): Reframer
  /** Returns what follows the stream, from the state of the work; undefined = the work is not over yet. */
  ending(text: string): string | undefined
}

const OK = 200
/** Pauses between two questions: short for work that is nearly done, longer for long work. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000
const GROWTH = 1.3
/** How long one question may take; the work as a whole is limited by the channel. */
const QUESTION_MS = 30_000
/** How often in a row a question may fail for reasons that pass. */
const MAX_MISSES = 5
/** How long the first answer is awaited after the caller has left, because only it names the work to cancel. */
const LINGER_MS = 30_000
/** How long the state of the work is asked for after its stream, and how often: only what it counted is missing. */
const ENDING_MS = 5000
const ENDING_QUESTIONS = 5
const MAX_ERROR_BYTES = 64 * 1024
const NO_LONGER_NEEDED = 'the answer is no longer needed'

/**
 * Sends a request whose answer is complete when the work behind it is done: until then, the upstream is asked again
 * while the body is read. Cancelling it cancels the work too. Errors of the first request are answers as they are.
 */
export const sendAndFollow = (request: UpstreamRequest, following: Following, fetchFiles: FetchMedia): Exchange =>
  new FollowedExchange(request, following, fetchFiles)

class FollowedExchange implements Exchange {
  readonly answer: Promise<UpstreamAnswer>
  private readonly stopped = Promise.withResolvers<never>()
  private readonly files = new AbortController()
  private current: Exchange
  /** The text of the first answer; undefined = it is an error. */
  private readonly first: Promise<string | undefined>
  /** The work that goes on. */
  private pending: string | undefined
  private isOver = false

  constructor(
    private readonly begun: UpstreamRequest,
    private readonly following: Following,
    private readonly fetchFiles: FetchMedia,
  ) {
    this.current = sendUpstream(begun)
    const head = this.current.answer
    this.first = head.then((raw) => (isSuccess(raw) ? readText(raw) : undefined))
    const answer = head.then((raw) => (isSuccess(raw) ? this.answerTo(raw) : raw))
    this.answer = this.unlessStopped(answer)
    for (const promise of [this.stopped.promise, this.first, answer, this.answer]) promise.catch(() => {})
  }

  /** Sends a further request by the way of the first. */
  private send(request: UpstreamRequest): Exchange {
    return sendUpstream({ ...request, way: this.begun.way })
  }

  cancel(reason: string): void {
    if (this.isOver) return
    this.isOver = true
    this.stopped.reject(new Error(reason))
    this.files.abort()
    void this.endWork()
  }

  private async answerTo({ header }: UpstreamAnswer): Promise<UpstreamAnswer> {
    const { stream } = this.following
    const produce = (keep?: CheckSize) => this.outcome(keep)
    if (!stream) return producedAnswer({ status: OK, header }, produce)
    const headOf = (name: string) => (name === 'content-type' ? 'text/event-stream' : header(name))
    const opened = stream.open((await this.unlessStopped(this.first)) ?? '')
    const answer = opened && (await this.openStream(opened))
    if (!opened || !answer) return producedAnswer({ status: OK, header: headOf }, produce)
    return withEnding(answer, { status: OK, header: headOf }, stream.reframer(), () =>
      this.unlessStopped(this.endingOf(stream, opened.id)),
    )
  }

  /** Opens the stream of the work; undefined = it cannot be read, and the work is asked for instead. */
  private async openStream({ id, request }: { id: string; request: UpstreamRequest }) {
    this.pending = id
    const exchange = this.send(request)
    this.current = exchange
    try {
      const answer = await this.unlessStopped(exchange.answer)
      if (isSuccess(answer)) return answer
      exchange.cancel('the work is asked for instead')
    } catch (error) {
      if (this.isOver) throw error
    }
    return undefined
  }

  /** Returns what follows the stream; undefined = the upstream does not tell in time. */
  private async endingOf(stream: WorkStream, id: string): Promise<string | undefined> {
    const endAt = Date.now() + ENDING_MS
    for (let asked = 1; asked <= ENDING_QUESTIONS && Date.now() < endAt; asked++) {
      const said = await this.askOnce(this.following.again(id), Math.max(1, endAt - Date.now()))
      const ending = typeof said === 'string' ? stream.ending(said) : undefined
      if (ending !== undefined) this.isOver = true
      if (ending !== undefined || (typeof said !== 'string' && said.isFinal)) return ending
      await Bun.sleep(FIRST_PAUSE_MS)
    }
    return undefined
  }

  private async outcome(keep: CheckSize | undefined): Promise<Buffer> {
    let text = (await this.unlessStopped(this.first)) ?? ''
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * GROWTH, LONGEST_PAUSE_MS)) {
      const found = this.following.read(text)
      if (!('pending' in found)) {
        const body = Buffer.from(await this.unlessStopped(this.complete(found)))
        this.isOver = true
        keep?.(body.length)
        return body
      }
      this.pending = found.pending
      await this.unlessStopped(Bun.sleep(pause))
      text = await this.unlessStopped(this.ask(this.following.again(found.pending)))
    }
  }

  /** Returns the answer to work that is done. */
  private async complete(found: Exclude<WorkState, { pending: string }>): Promise<string> {
    return 'done' in found ? found.done : found.write(await this.fetchFiles(found.files, this.files.signal))
  }

  /** Asks for the state of the work, several times if need be. Rejects when the upstream does not tell. */
  private async ask(request: UpstreamRequest): Promise<string> {
    for (let misses = 1; ; misses++) {
      const said = await this.askOnce(request)
      if (typeof said === 'string') return said
      if (said.isFinal || misses === MAX_MISSES || this.isOver) throw said.error
      await Bun.sleep(FIRST_PAUSE_MS * 2 ** misses)
    }
  }

  private async askOnce(
    request: UpstreamRequest,
    patience = QUESTION_MS,
  ): Promise<string | { error: Error; isFinal: boolean }> {
    const exchange = this.send(request)
    this.current = exchange
    const timer = setTimeout(() => exchange.cancel('the upstream did not tell the state of the work'), patience)
    try {
      const answer = await exchange.answer
      if (isSuccess(answer)) return await readText(answer)
      const said = await readErrorText(answer, MAX_ERROR_BYTES)
      exchange.cancel('the rest of the error is not needed')
      const error = new Error(`asked for the state of the work, the upstream answered ${answer.status}: ${said}`)
      return { error, isFinal: answer.status < 500 && answer.status !== 429 }
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)), isFinal: false }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Cancels the work at the upstream, which would go on without its caller. */
  private async endWork(): Promise<void> {
    const { current, first } = this
    // Work that has a name is not read any longer.
    if (this.pending !== undefined) current.cancel(NO_LONGER_NEEDED)
    const timer = setTimeout(() => current.cancel(NO_LONGER_NEEDED), LINGER_MS)
    try {
      const id = this.pending ?? this.pendingIn(await first)
      if (id !== undefined) await readErrorText(await this.send(this.following.cancel(id)).answer, MAX_ERROR_BYTES)
    } catch {
      // Nothing was begun, or the upstream ends it by its own limit.
    } finally {
      clearTimeout(timer)
      current.cancel(NO_LONGER_NEEDED)
    }
  }

  private pendingIn(text: string | undefined): string | undefined {
    const found = text === undefined ? undefined : this.following.read(text)
    return found && 'pending' in found ? found.pending : undefined
  }

  private unlessStopped<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.stopped.promise])
  }
}

const isSuccess = ({ status }: UpstreamAnswer) => status >= 200 && status < 300
const readText = async (answer: UpstreamAnswer) => (await answer.bytes()).toString('utf8')
