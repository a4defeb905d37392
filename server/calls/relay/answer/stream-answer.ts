import { costOf, costOfText, type Usage } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import { type Quote, quoteForUsage } from '../../../money/prices/quote.ts'
import type { ChargeOutcome } from '../../../money/receipts/charge-outcome.ts'
import { andThen, type MaybePromise } from '../../../platform/async/and-then.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { SMALL_BYTES } from '../../../platform/memory/memory-budget.ts'
import type { Sink, StreamBody } from '../../../wire/http1/shared/response.ts'
import { BYTES_PER_TURN, nextTurn } from '../../../wire/http1/shared/turn-budget.ts'
import type { LiveAnswer } from '../../live-calls/live-calls.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import { partialUsage, usageOrEstimate } from '../../upstream/answers/usage-or-estimate.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { answeredTier, chargedUsage, toldCost } from '../attempt/price-edits.ts'
import { noteAnswerError } from '../attempt/record-failure.ts'
import type { StreamHead } from '../attempt/stream-head.ts'
import { abortPolicyOf, type TimeLimits, timeLimitsOf } from '../attempt/time-limits.ts'
import { noteLate } from '../attempt/try-channel.ts'
import { upstreamIdOf } from '../attempt/upstream-id.ts'
import { boughtAnswer, chargeCall, voidCall } from '../charge/charge.ts'
import { countTooLarge } from '../charge/count-traffic.ts'
import { extendHold, payableCost } from '../charge/extend-hold.ts'
import { learnRatios } from '../charge/learn-ratios.ts'
import { logUnchargedCall } from '../charge/log-failed-call.ts'
import { ratesForHold, sliceUnits } from '../charge/reserve.ts'
import { waiverOf } from '../charge/waive.ts'
import type { RelayDeps } from '../deps/deps.ts'
import type { Call } from '../read/call.ts'
import { dropRequest, type Progress } from '../read/progress.ts'
import { AnswerReservation } from './answer-reservation.ts'
import { errorEventOf } from './error-event.ts'

const KEEP_ALIVE_MS = 15_000
/**
 * A fast upstream's output is charged and delivered in pieces of this size, so that a small balance still buys a
 * part.
 */
const PIECE_BYTES = 4 * 1024
const KEEP_ALIVE = ': keep-alive\n\n'
/** Delivers one stream to the caller. Ends exactly once, with a charge. */
export class StreamDelivery implements StreamBody, LiveAnswer {
  readonly #stream: AnswerStream
  readonly #limits: TimeLimits
  readonly #sliceUnits: number
  #sink: Sink | undefined
  /** Output tokens that the hold covers. */
  #coveredTokens = 0
  /**
   * Output tokens that were delivered to the caller before it disconnected. A chunk that cannot be paid is not
   * counted.
   */
  #deliveredTokens = 0
  /** Whether anything was delivered: text, reasoning, arguments, an image or audio. */
  #hasDelivered = false
  /** The usage that the upstream had reported when the last chunk was delivered. */
  #reportedUsage: Usage | undefined
  #firstByteMs = -1000
  #lastRead = Date.now()
  #lastWrite = Date.now()
  /** Ends the current wait for the caller's socket, if any. */
  #endWait: (() => void) | undefined
  #isDraining = false
  readonly #reservation: AnswerReservation
  /** The error after which no more of the answer may be held in memory. */
  #memoryError: ApiError | undefined
  /** The reason for which this server ended the upstream's stream. */
  #cutReason: EndReason | undefined
  #isEnded = false

  readonly #call: Call

  constructor(
    private readonly progress: Progress,
    private readonly attempt: AnsweredAttempt,
    private readonly hold: Hold,
    private readonly deps: RelayDeps,
    private readonly head: StreamHead,
  ) {
    const { call } = progress
    this.#call = call
    this.#stream = attempt.reader.stream()
    this.#reservation = new AnswerReservation(call, deps)
    this.#limits = timeLimitsOf(attempt.channel)
    this.#sliceUnits = sliceUnits(call)
    this.#coveredTokens = this.#countCoveredTokens(call.input.mostTokens)
    // A stream must not keep the memory of its request.
    dropRequest(progress)
    progress.answer = this
    progress.interrupt = () => this.#cutOff('stopped')
    deps.ticker.add(this)
    deps.calls.active += 1
    deps.services.inFlight.begin(attempt.channel.id)
    call.signal.addEventListener('abort', this.disconnect)
    if (call.signal.aborted) this.disconnect()
    if (progress.isStopped) this.#cutOff('stopped')
  }

  get tokens(): number {
    return this.#deliveredTokens
  }

  get firstByteAt(): number | undefined {
    return this.#firstByteMs < 0 ? undefined : this.#call.startedAt + this.#firstByteMs
  }

  cost(): number {
    if (!this.#hasDelivered) return 0
    const { usage } = this.#deliveredUsage()
    return costOf(this.#quoteFor(usage).rates, usage)
  }

  /** Checks limits and sends keep-alives, once a second. */
  tick(now: number): void {
    const silent = now - this.#lastRead
    if (this.#firstByteMs < 0 && now > this.attempt.firstByteBy()) {
      noteLate(this.attempt, this.#call, this.deps.services)
      this.#cutOff('first_byte_timeout')
    } else if (silent > this.#limits.idle && !this.#endWait) this.#cutOff('idle_timeout')
    else if (now - this.#call.startedAt > this.#limits.total) this.#cutOff('total_timeout')
    else if (now - this.#lastWrite > KEEP_ALIVE_MS && !this.#endWait && !this.#isDraining) this.#keepAlive(now)
  }

  #keepAlive(now: number): void {
    this.#lastWrite = now
    void this.#sink?.write(KEEP_ALIVE)
  }

  async run(sink: Sink): Promise<void> {
    this.#sink = sink
    sink.end(await this.#end(await this.#pump()))
  }

  /** Moves bytes until the stream ends, at the speed of the slower side. */
  async #pump(): Promise<EndReason> {
    try {
      const { bytes, pending } = this.head
      if (bytes) await this.#handleChunk(bytes)
      const next = this.#cutReason ? undefined : await pending
      if (next) await this.#handleChunk(next)
      if (!this.#cutReason) await this.attempt.answer.each(this.#handleChunk)
      if (this.#cutReason) return this.#cutReason
      this.#noteRead()
      return (await this.#payAndDeliver(this.#stream.end())) ?? (this.#stream.isComplete ? 'stop' : 'upstream_error')
    } catch (error) {
      if (error instanceof ApiError) this.#memoryError = error
      if (this.#memoryError?.code === 'answer_too_large') countTooLarge(this.#call, this.attempt.channel, this.deps)
      return this.#cutReason ?? (this.#isDraining ? 'client_abort' : 'upstream_error')
    }
  }

  /** Records that the upstream has sent something. */
  #noteRead(): void {
    this.#lastRead = Date.now()
    if (this.#firstByteMs >= 0) return
    const { channel, startedAt } = this.attempt
    this.#firstByteMs = this.#lastRead - this.#call.startedAt
    this.deps.services.circuits.began(channel.id, this.#call.model, true, this.#lastRead - startedAt)
    this.progress.phase = 'answering'
  }

  readonly #handleChunk = (bytes: Buffer): Promise<void> | undefined => {
    if (this.#isEnded || this.#cutReason) return undefined
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
    const said = this.#stream.push(bytes)
    const { heldBytes } = this.#stream
    if (heldBytes > SMALL_BYTES) this.#reservation.cover(heldBytes)
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
    return this.#stream.outputTokens > this.#coveredTokens ? this.#extendAndDeliver(bytes) : this.#deliver(bytes)
  }

  async #extendAndDeliver(bytes: Buffer | undefined): Promise<EndReason | undefined> {
    return (await this.#extendHold()) ? this.#deliver(bytes) : 'insufficient_quota'
  }

  #deliver(bytes: Buffer | undefined): MaybePromise<EndReason | undefined> {
    this.#deliveredTokens = this.#stream.outputTokens
    this.#hasDelivered = this.#deliveredTokens > 0 || this.#stream.hasMedia === true
    this.#reportedUsage = this.#stream.usage
    const written = bytes && !this.#isDraining ? this.#write(bytes) : undefined
    return written ? written.then(() => this.#upstreamError()) : this.#upstreamError()
  }

  #upstreamError(): EndReason | undefined {
    return this.#stream.error && 'upstream_error'
  }

  #write(bytes: Uint8Array): Promise<void> | undefined {
    this.#lastWrite = this.#lastRead
    this.#call.trace?.see(bytes)
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

  /** Extends the hold so that it stays ahead of what is delivered; false = the quota is used up. */
  async #extendHold(): Promise<boolean> {
    const outputTokens = Math.ceil(this.#stream.outputTokens)
    const { heldTokens } = this.#call.input
    const cost = costOfText(ratesForHold(this.#call), heldTokens, outputTokens)
    const granted = await extendHold(this.#call, this.hold, cost, this.#sliceUnits, this.deps)
    this.#coveredTokens = this.#countCoveredTokens(heldTokens)
    return granted
  }

  /** Returns the output tokens that the hold covers beside those of the input. */
  #countCoveredTokens(inputTokens: number): number {
    const rates = ratesForHold(this.#call)
    if (this.#call.quote.free || rates.perCall !== null) return Number.POSITIVE_INFINITY
    const input = costOfText(rates, inputTokens, 0)
    const perToken = costOfText(rates, 0, 1000) / 1000
    return perToken === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.hold.units * 1000 - input) / perToken)
  }

  readonly disconnect = (): void => {
    if (this.#isEnded || this.#isDraining) return
    // A write to a closed socket may never complete.
    this.#endWait?.()
    const { policy, drainMs } = abortPolicyOf(this.attempt.channel)
    // A server that shuts down has no time to read on: what was delivered is charged now.
    const cancels = policy === 'cancel' && !this.attempt.byCost
    if (cancels || this.deps.calls.draining) {
      void this.#end('client_abort')
      this.attempt.exchange.cancel('the caller hung up')
      return
    }
    this.#isDraining = true
    setTimeout(() => this.#cutOff('client_abort'), drainMs)
  }

  #cutOff(reason: EndReason): void {
    if (this.#isEnded) return
    this.#stopReading(reason)
    // A caller that does not read would block the pump: the call ends nevertheless.
    this.#endWait?.()
  }

  /**
   * Charges the call, then returns the last bytes for the caller: the end marker, or an error event that says why
   * there is none.
   */
  async #end(reason: EndReason): Promise<Uint8Array | undefined> {
    if (this.#isEnded) return undefined
    this.#isEnded = true
    this.deps.ticker.remove(this)
    this.#call.signal.removeEventListener('abort', this.disconnect)
    try {
      const end = await this.#charge(this.#isDraining ? 'client_abort' : reason)
      if (end === 'insufficient_quota' || end === 'upstream_error') this.attempt.exchange.cancel(end)
      if (end === 'stop') return Buffer.concat(this.#stream.tail)
      return end === 'client_abort' ? undefined : this.#errorEvent(end)
    } catch (error) {
      this.deps.services.log.error({ request_id: this.#call.id, error: String(error) }, 'a stream could not be billed')
      return this.#errorEvent('upstream_error')
    } finally {
      this.#reservation.release()
      this.deps.calls.active -= 1
      this.deps.services.inFlight.end(this.attempt.channel.id)
      this.deps.services.liveCalls.end(this.progress)
      this.#call.trace?.end(200)
    }
  }

  /** Returns the final end reason: an answer that costs more than its owner can pay ended for lack of quota. */
  async #charge(reason: EndReason): Promise<EndReason> {
    if (reason === 'upstream_error') noteAnswerError(this.progress, this.attempt.channel, this.#stream.error, this.deps)
    const delivered = this.#deliveredUsage()
    const { usage, source } = delivered
    // Usage that an upstream reports for an undelivered answer, or for its tools, is not charged to the caller.
    if (!this.#hasDelivered && !this.#isChargeable(reason)) {
      voidCall(this.progress, this.hold, this.deps)
      const unpaid = reason === 'insufficient_quota' ? await this.#recordUnpaid() : undefined
      logUnchargedCall(this.progress, reason, this.deps, unpaid)
      return reason
    }
    const quote = this.#quoteFor(usage)
    const waived = await waiverOf(this.#call, { reason, isEmpty: !this.#hasDelivered, usage }, this.deps)
    const cost = waived ? 0 : costOf(quote.rates, usage)
    const payable = await payableCost(this.#call, this.hold, cost, this.deps)
    const end = payable < cost && reason === 'stop' ? 'insufficient_quota' : reason
    const outcome = {
      quote,
      ...delivered,
      reason: end,
      firstByteMs: this.#firstByteMs,
      upstreamModel: this.attempt.model,
      upstreamId: upstreamIdOf(this.attempt.answer),
      omitted: this.attempt.omitted,
      vendorReason: this.#stream.vendorReason,
      waived,
      ...(end === 'client_abort' && { abortPolicy: abortPolicyOf(this.attempt.channel).policy }),
      ...(payable < cost && { payable }),
    }
    await chargeCall(this.progress, this.attempt.channel, this.hold, outcome, this.deps)
    if (source === 'upstream' && end === 'stop')
      learnRatios(this.#call, this.attempt.model, usage, this.#stream, this.deps)
    return end
  }

  /**
   * Records an answer whose first piece the owner could not pay: the upstream charges the operator for what it had
   * produced by then. Returns that cost in quota units.
   */
  async #recordUnpaid(): Promise<number> {
    const { channel, model: upstreamModel } = this.attempt
    const { usage, source } = partialUsage(this.#stream.usage, this.#call, this.#stream.outputTokens)
    const charged = chargedUsage(usage, this.attempt, this.#call.quote)
    const quote = this.#quoteFor(charged)
    const units = Math.ceil(costOf(quote.rates, charged) / 1000)
    const answer = {
      quote,
      usage,
      source,
      upstreamModel,
      tier: answeredTier(usage, this.attempt),
      told: toldCost(usage, this.attempt),
    }
    const bought = boughtAnswer(this.#call, channel, answer, this.deps)
    await this.deps.undeliverable.record(this.#call, units, units, bought)
    return units
  }

  /** Returns the price that applies to a usage, and to the images of the answer. */
  #quoteFor(usage: Usage): Quote {
    const { pictures } = this.#stream
    const drawn = pictures && this.#call.quoteForImages?.(pictures)
    return quoteForUsage(drawn?.quote ?? this.#call.quote, usage)
  }

  /** Returns the usage that was delivered: usage reported with a chunk that cannot be paid is not counted. */
  #deliveredUsage(): ReturnType<typeof usageOrEstimate> & Pick<ChargeOutcome, 'tier' | 'told'> {
    const isComplete = this.#stream.isComplete && this.#deliveredTokens === this.#stream.outputTokens
    const usageOf = isComplete && !this.#stream.usageIsEarly ? usageOrEstimate : partialUsage
    const { usage, source } = usageOf(this.#reportedUsage, this.#call, this.#deliveredTokens)
    const [tier, told] = [answeredTier(usage, this.attempt), toldCost(usage, this.attempt)]
    return { usage: chargedUsage(usage, this.attempt, this.#call.quote), source, tier, told }
  }

  /**
   * Whether an answer without text is charged: it is complete, or the caller disconnected while it was arriving.
   */
  #isChargeable(reason: EndReason): boolean {
    return reason === 'stop' || (reason === 'client_abort' && this.#firstByteMs >= 0)
  }

  #errorEvent(reason: EndReason): Uint8Array {
    const { progress, attempt, hold, deps } = this
    const end = { reason, stream: this.#stream, memoryError: this.#memoryError }
    return errorEventOf(end, progress, attempt.channel, hold, deps)
  }
}
