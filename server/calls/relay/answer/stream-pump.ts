import type { EndReason } from '#contract/receipt.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { SMALL_BYTES } from '../../../platform/memory/memory-budget.ts'
import type { Sink } from '../../../wire/http1/shared/response.ts'
import { BYTES_PER_TURN, nextTurn } from '../../../wire/http1/shared/turn-budget.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { StreamHead } from '../attempt/stream-head.ts'
import type { HeldCall } from '../call/held-call.ts'
import { countTooLarge } from '../charge/count-traffic.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { AnswerReservation } from './answer-reservation.ts'
import type { StreamClock } from './stream-clock.ts'
import type { StreamMeter } from './stream-meter.ts'

/**
 * A fast upstream's output is charged and delivered in pieces of this size, so that a small balance still buys a
 * part.
 */
const PIECE_BYTES = 4 * 1024
const KEEP_ALIVE = ': keep-alive\n\n'

/** Moves the bytes of a stream from the upstream to the caller, at the speed of the slower side. */
export class StreamPump {
  /** The error after which no more of the answer may be held in memory. */
  memoryError: ApiError | undefined
  /** The caller has disconnected, and the rest is read for its usage. */
  isDraining = false
  /** Nothing more is read. */
  isEnded = false
  #sink: Sink | undefined
  /** Ends the current wait for the caller's socket, if any. */
  #endWait: (() => void) | undefined
  /** The reason for which this server ended the upstream's stream. */
  #cutReason: EndReason | undefined
  #reservation: AnswerReservation | undefined

  constructor(
    private readonly held: HeldCall,
    private readonly attempt: AnsweredAttempt,
    private readonly stream: AnswerStream,
    private readonly meter: StreamMeter,
    private readonly clock: StreamClock,
    private readonly deps: RelayDeps,
  ) {}

  get isBlocked(): boolean {
    return this.#endWait !== undefined
  }

  /** Resolves with the reason for which the stream has ended. Never rejects. */
  async run({ bytes, pending }: StreamHead, sink: Sink): Promise<EndReason> {
    this.#sink = sink
    try {
      if (bytes) await this.#handleChunk(bytes)
      const next = this.#cutReason ? undefined : await pending
      if (next) await this.#handleChunk(next)
      if (!this.#cutReason) await this.attempt.answer.each(this.#handleChunk)
      if (this.#cutReason) return this.#cutReason
      this.#noteRead()
      return (await this.#payAndDeliver(this.stream.end())) ?? (this.stream.isComplete ? 'stop' : 'upstream_error')
    } catch (error) {
      if (error instanceof ApiError) this.memoryError = error
      if (this.memoryError?.code === 'answer_too_large') countTooLarge(this.held.call, this.attempt.channel, this.deps)
      return this.#cutReason ?? (this.isDraining ? 'client_abort' : 'upstream_error')
    }
  }

  keepAlive(): void {
    if (!this.isDraining) void this.#sink?.write(KEEP_ALIVE)
  }

  /** Ends the stream. A caller that does not read would block it, so that its socket is waited for no longer. */
  cutOff(reason: EndReason): void {
    if (this.isEnded) return
    this.#stopReading(reason)
    this.endWait()
  }

  /** Waits for the caller's socket no longer: a write to a closed socket may never complete. */
  endWait(): void {
    this.#endWait?.()
  }

  /** Releases the memory of what was read. */
  release(): void {
    this.#reservation?.release()
  }

  #noteRead(): void {
    if (this.clock.noteRead()) this.held.run.phase = 'answering'
  }

  readonly #handleChunk = (bytes: Buffer): Promise<void> | undefined => {
    if (this.isEnded || this.#cutReason) return undefined
    this.#noteRead()
    if (bytes.length > PIECE_BYTES) return this.#handlePieces(bytes)
    return andThen(this.#payAndDeliver(this.#readChunk(bytes)), this.#stopReading)
  }

  async #handlePieces(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#cutReason; at += PIECE_BYTES) {
      if (at > 0 && at % BYTES_PER_TURN === 0) await nextTurn()
      this.#stopReading(await this.#payAndDeliver(this.#readChunk(bytes.subarray(at, at + PIECE_BYTES))))
    }
  }

  /**
   * Returns what may be delivered to the caller now. Throws an ApiError when too much of the answer would be held
   * in memory.
   */
  #readChunk(bytes: Buffer): Buffer | undefined {
    const said = this.stream.push(bytes)
    const { heldBytes } = this.stream
    if (heldBytes > SMALL_BYTES) {
      this.#reservation ??= new AnswerReservation(this.held.call, this.deps)
      this.#reservation.cover(heldBytes)
    }
    return said
  }

  /** Ends the reading if there is a reason. */
  readonly #stopReading = (reason: EndReason | undefined): undefined => {
    if (!reason || this.#cutReason) return
    this.#cutReason = reason
    this.attempt.exchange.cancel(reason)
  }

  /**
   * Delivers bytes that the stream has just counted, if they can be paid; returns the reason for which the stream
   * must end.
   */
  #payAndDeliver(bytes: Buffer | undefined): MaybePromise<EndReason | undefined> {
    return this.meter.countRead() ? this.#deliver(bytes) : this.#extendAndDeliver(bytes)
  }

  async #extendAndDeliver(bytes: Buffer | undefined): Promise<EndReason | undefined> {
    return (await this.meter.extend()) ? this.#deliver(bytes) : 'insufficient_quota'
  }

  #deliver(bytes: Buffer | undefined): MaybePromise<EndReason | undefined> {
    this.meter.noteDelivered()
    const written = bytes && !this.isDraining ? this.#write(bytes) : undefined
    return written ? written.then(() => this.#upstreamError()) : this.#upstreamError()
  }

  #upstreamError(): EndReason | undefined {
    return this.stream.error && 'upstream_error'
  }

  #write(bytes: Uint8Array): Promise<void> | undefined {
    this.clock.noteWrite()
    this.held.call.trace?.see(bytes)
    const ready = this.#sink?.write(bytes)
    if (!ready) return undefined
    return new Promise((resolve) => {
      const written = () => {
        if (this.#endWait !== written) return
        this.#endWait = undefined
        resolve()
      }
      this.#endWait = written
      ready.then(written, written)
    })
  }
}
