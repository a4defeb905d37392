import { errorText } from '#contract/errors.ts'
import { costOf, costOfText, type Usage } from '#contract/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import { callerDialects } from '../../dialects/all.ts'
import { LOCAL_ERROR, type OpenAIError, statusOfError } from '../../dialects/openai-errors.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Reply, Sink, StreamBody } from '../../http1/shared/response.ts'
import { nextTurn, TURN_BYTES } from '../../http1/shared/turns.ts'
import { SMALL_BYTES } from '../../memory/memory-budget.ts'
import type { Hold } from '../../money/hold.ts'
import { reframedLines } from '../../providers/reframed.ts'
import { asArray } from '../../upstream/answers/json-array-stream.ts'
import { type Meter, StreamMeter } from '../../upstream/answers/meter.ts'
import { partialUsage, usageOr } from '../../upstream/answers/usage-or-estimate.ts'
import { judge, type UpstreamFailure, withoutSecrets } from '../../upstream/upstream-failure.ts'
import { bill, voidCall } from '../billing/charge.ts'
import { grow, payableOf } from '../billing/extend-hold.ts'
import { noteUncharged } from '../billing/log-failed-call.ts'
import { heldRates, sliceUnits } from '../billing/reserve.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { abortPolicyOf, limitsOf, type TimeLimits } from '../routing/time-limits.ts'
import type { Upstream } from '../upstream/attempt.ts'
import { withChargedTier } from '../upstream/priced-fields.ts'
import { HeldAnswer } from './answer-reservation.ts'
import { jsonAnswer } from './json-answer.ts'
import { readHead, type StreamHead } from './stream-head.ts'

const KEEP_ALIVE_MS = 15_000
/** A fast upstream's output is paid for and handed over in pieces of this size, so that little money still buys some. */
const PIECE_BYTES = 4 * 1024
const KEEP_ALIVE = ': keep-alive\n\n'
const JSON_TYPE = 'application/json; charset=utf-8'
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/** Waits for the first event of a stream, then hands it over; or says why another channel should be tried. */
export async function streamAnswer(
  call: Call,
  given: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<Reply | { failure: UpstreamFailure }> {
  const upstream = { ...given, answer: reframedLines(given.answer) }
  const head = await readHead(call, upstream)
  if ('failure' in head) return head
  if ('json' in head) return jsonAnswer(call, { ...upstream, answer: head.json }, hold, deps)
  const body = new StreamRun(call, upstream, hold, deps, head)
  if (call.endpoint.asArray)
    return { status: 200, headers: { ...HEADERS, 'content-type': JSON_TYPE }, body: asArray(body) }
  return { status: 200, headers: { ...HEADERS }, body }
}

/** One stream on its way to the caller. Ends exactly once, with a bill. */
class StreamRun implements StreamBody {
  readonly #meter: Meter
  readonly #limits: TimeLimits
  readonly #slice: number
  #sink: Sink | undefined
  /** Output tokens that the hold covers. */
  #covered = 0
  /** Output tokens that the caller has, or had before hanging up: a chunk that cannot be paid is not among them. */
  #delivered = 0
  /** Whether that is something at all: text, reasoning, arguments, a picture or sound. */
  #hasDelivered = false
  /** What the upstream had reported by then. */
  #reported: Usage | undefined
  #firstByteMs = -1000
  #lastRead = Date.now()
  #lastWrite = Date.now()
  /** Ends the wait for the caller's socket, while there is one. */
  #written: (() => void) | undefined
  #draining = false
  readonly #held: HeldAnswer
  /** Why no more of the answer may be held in memory. */
  #refused: Failure | undefined
  /** Why the upstream was cut off by us. */
  #cut: EndReason | undefined
  #ended = false

  constructor(
    private readonly call: Call,
    private readonly upstream: Upstream,
    private readonly hold: Hold,
    private readonly deps: RelayDeps,
    private readonly head: StreamHead,
  ) {
    this.#meter = upstream.reader
      ? upstream.reader.meter(call.answers)
      : new StreamMeter(call.usageWanted, call.answers)
    this.#held = new HeldAnswer(call, deps)
    this.#limits = limitsOf(upstream.channel)
    this.#slice = sliceUnits(call)
    this.#covered = this.#tokensCovered()
    // The request is not needed again: a stream must not hold its memory.
    call.body = Buffer.alloc(0)
    call.conversation = undefined
    deps.clock.add(this)
    deps.calls.active += 1
    call.signal.addEventListener('abort', this.hangUp)
    if (call.signal.aborted) this.hangUp()
  }

  /** Looks after limits and keep-alives, once a second. */
  tick(now: number): void {
    const silent = now - this.#lastRead
    if (this.#firstByteMs < 0 && now - this.upstream.startedAt > this.#limits.firstByte)
      this.#cutOff('first_byte_timeout')
    else if (silent > this.#limits.idle && !this.#written) this.#cutOff('idle_timeout')
    else if (now - this.call.startedAt > this.#limits.total) this.#cutOff('total_timeout')
    else if (now - this.#lastWrite > KEEP_ALIVE_MS && !this.#written && !this.#draining) this.#keepAlive(now)
  }

  #keepAlive(now: number): void {
    this.#lastWrite = now
    void this.#sink?.write(KEEP_ALIVE)
  }

  async run(sink: Sink): Promise<void> {
    this.#sink = sink
    sink.end(await this.#end(await this.#pump()))
  }

  /** Moves bytes until the stream is over, at the speed of the slower side. */
  async #pump(): Promise<EndReason> {
    try {
      const { bytes, pending } = this.head
      if (bytes) await this.#take(bytes)
      const next = this.#cut ? undefined : await pending
      if (next) await this.#take(next)
      if (!this.#cut) await this.upstream.answer.each(this.#take)
      if (this.#cut) return this.#cut
      this.#note()
      return (await this.#hand(this.#meter.end())) ?? (this.#meter.finished ? 'stop' : 'upstream_error')
    } catch (error) {
      if (error instanceof Failure) this.#refused = error
      if (this.#refused?.code === 'answer_too_large') this.deps.health.failed(this.upstream.channel.id)
      return this.#cut ?? (this.#draining ? 'client_abort' : 'upstream_error')
    }
  }

  /** The upstream has said something. */
  #note(): void {
    this.#lastRead = Date.now()
    if (this.#firstByteMs < 0) this.#firstByteMs = this.#lastRead - this.call.startedAt
  }

  readonly #take = (bytes: Buffer): Promise<void> | undefined => {
    if (this.#ended || this.#cut) return undefined
    this.#note()
    if (bytes.length > PIECE_BYTES) return this.#takePieces(bytes)
    const handed = this.#hand(this.#read(bytes))
    if (handed instanceof Promise) return handed.then((reason) => this.#stop(reason))
    return this.#stop(handed)
  }

  async #takePieces(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#cut; at += PIECE_BYTES) {
      if (at > 0 && at % TURN_BYTES === 0) await nextTurn()
      this.#stop(await this.#hand(this.#read(bytes.subarray(at, at + PIECE_BYTES))))
    }
  }

  /** Answers what the caller may have now. Throws a Failure when too much of the answer would be held in memory. */
  #read(bytes: Buffer): Buffer | undefined {
    const said = this.#meter.push(bytes)
    const { heldBytes } = this.#meter
    if (heldBytes > SMALL_BYTES) this.#held.hold(heldBytes)
    return said
  }

  /** Ends the reading when there is a reason to. */
  #stop(reason: EndReason | undefined): undefined {
    if (!reason || this.#cut) return
    this.#cut = reason
    this.upstream.exchange.cancel(reason)
  }

  /** Hands bytes over that the meter has just counted, if they can be paid; answers why the stream must end. */
  #hand(bytes: Buffer | undefined): EndReason | undefined | Promise<EndReason | undefined> {
    return this.#meter.outputTokens > this.#covered ? this.#extendAndDeliver(bytes) : this.#deliver(bytes)
  }

  async #extendAndDeliver(bytes: Buffer | undefined): Promise<EndReason | undefined> {
    return (await this.#extend()) ? this.#deliver(bytes) : 'insufficient_quota'
  }

  #deliver(bytes: Buffer | undefined): EndReason | undefined | Promise<EndReason | undefined> {
    this.#delivered = this.#meter.outputTokens
    this.#hasDelivered = this.#delivered > 0 || this.#meter.hasMedia === true
    this.#reported = this.#meter.usage
    const written = bytes && !this.#draining ? this.#write(bytes) : undefined
    return written ? written.then(() => this.#failure()) : this.#failure()
  }

  #failure(): EndReason | undefined {
    return this.#meter.error && 'upstream_error'
  }

  #write(bytes: Uint8Array): Promise<void> | undefined {
    this.#lastWrite = this.#lastRead
    const ready = this.#sink?.write(bytes)
    if (!ready) return undefined
    return new Promise((resolve) => {
      const written = () => {
        if (this.#written !== written) return
        this.#written = undefined
        resolve()
      }
      this.#written = written
      ready.then(written, written)
    })
  }

  /** The hold must be ahead of what has been delivered; false = the money is used up. */
  async #extend(): Promise<boolean> {
    const outputTokens = Math.ceil(this.#meter.outputTokens)
    const cost = costOfText(heldRates(this.call), this.call.inputTokens, outputTokens)
    const granted = await grow(this.call, this.hold, cost, this.#slice, this.deps)
    this.#covered = this.#tokensCovered()
    return granted
  }

  #tokensCovered(): number {
    const rates = heldRates(this.call)
    if (this.call.quote.free || rates.perCall !== null) return Number.POSITIVE_INFINITY
    const input = costOfText(rates, this.call.inputTokens, 0)
    const perToken = costOfText(rates, 0, 1000) / 1000
    return perToken === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.hold.units * 1000 - input) / perToken)
  }

  readonly hangUp = (): void => {
    if (this.#ended || this.#draining) return
    // Whoever waits for a socket that is gone may wait for ever.
    this.#written?.()
    const { policy, drainMs } = abortPolicyOf(this.upstream.channel)
    // A server that stops has no time to read on: what was delivered is billed now.
    if (policy === 'cancel' || this.deps.calls.draining) {
      void this.#end('client_abort')
      this.upstream.exchange.cancel('the caller hung up')
      return
    }
    this.#draining = true
    setTimeout(() => this.#cutOff('client_abort'), drainMs)
  }

  #cutOff(reason: EndReason): void {
    if (this.#ended) return
    this.#stop(reason)
    // A caller that does not read keeps the pump waiting: the call ends all the same.
    this.#written?.()
  }

  /** Bills the call; only then answers what the caller gets last: the end marker, or honestly why there is none. */
  async #end(reason: EndReason): Promise<Uint8Array | undefined> {
    if (this.#ended) return undefined
    this.#ended = true
    this.deps.clock.remove(this)
    this.call.signal.removeEventListener('abort', this.hangUp)
    try {
      const end = await this.#bill(this.#draining ? 'client_abort' : reason)
      if (end === 'insufficient_quota' || end === 'upstream_error') this.upstream.exchange.cancel(end)
      if (end === 'stop') return Buffer.concat(this.#meter.tail)
      return end === 'client_abort' ? undefined : this.#errorEvent(end)
    } catch (error) {
      this.deps.services.log.error({ request_id: this.call.id, error: String(error) }, 'a stream could not be billed')
      return this.#errorEvent('upstream_error')
    } finally {
      this.#held.release()
      this.deps.calls.active -= 1
    }
  }

  /** Answers how the call ended after all: an answer that is dearer than its owner can pay ran out of quota. */
  async #bill(reason: EndReason): Promise<EndReason> {
    const { usage, source } = this.#usage()
    // What an upstream reports of an answer that nobody got, or of its tools, is between it and the operator.
    if (!this.#hasDelivered && !this.#owed(reason)) {
      voidCall(this.call, this.hold, this.deps)
      const unpaid = reason === 'insufficient_quota' ? await this.#noteUnpaid() : undefined
      noteUncharged(this.call, reason, this.deps, unpaid)
      return reason
    }
    const cost = costOf(this.call.quote.rates, usage)
    const payable = await payableOf(this.call, this.hold, cost, this.deps)
    const end = payable < cost && reason === 'stop' ? 'insufficient_quota' : reason
    const outcome = {
      usage,
      source,
      reason: end,
      firstByteMs: this.#firstByteMs,
      upstreamModel: this.upstream.model,
      omitted: this.upstream.omitted,
      vendorReason: this.#meter.vendorReason,
      ...(end === 'client_abort' ? { abortPolicy: abortPolicyOf(this.upstream.channel).policy } : {}),
      ...(payable < cost ? { payable } : {}),
    }
    await bill(this.call, this.upstream.channel, this.hold, outcome, this.deps)
    return end
  }

  /**
   * The owner could not pay for the first piece of the answer, and the upstream is paid for what it has made by then.
   * Answers that in quota units.
   */
  async #noteUnpaid(): Promise<number> {
    const { usage } = partialUsage(this.#meter.usage, this.call.inputTokens, this.#meter.outputTokens)
    const { rates } = this.call.quote
    const units = Math.ceil(costOf(rates, withChargedTier(usage, this.upstream, rates)) / 1000)
    await this.deps.withheld.note(this.call, units, units)
    return units
  }

  /** What was used, as far as it was delivered: usage that comes with a chunk that cannot be paid is not. */
  #usage(): ReturnType<typeof usageOr> {
    const isComplete = this.#meter.finished && this.#delivered === this.#meter.outputTokens
    const usageOf = isComplete && !this.#meter.usageIsEarly ? usageOr : partialUsage
    const { usage, source } = usageOf(this.#reported, this.call.inputTokens, this.#delivered)
    return { usage: withChargedTier(usage, this.upstream, this.call.quote.rates), source }
  }

  /** Whether an answer without text is paid for: it is complete, or the caller left while it was coming in. */
  #owed(reason: EndReason): boolean {
    return reason === 'stop' || (reason === 'client_abort' && this.#firstByteMs >= 0)
  }

  #errorEvent(reason: EndReason): Uint8Array {
    const { error } = this.#meter
    if (reason === 'upstream_error' && this.#refused) return this.#told(this.#refusal(this.#refused))
    if (reason === 'upstream_error' && error) return this.#told(this.#tellable(error))
    const code =
      reason === 'insufficient_quota'
        ? 'quota_ended_stream'
        : reason === 'upstream_error'
          ? 'upstream_cut'
          : 'upstream_timeout'
    const message = errorText(code, this.call.language)
    return this.#told({ message, type: LOCAL_ERROR, param: '', code })
  }

  #refusal(refused: Failure): OpenAIError {
    return { message: refused.text(this.call.language), type: LOCAL_ERROR, param: '', code: refused.code }
  }

  /** What the caller learns of an upstream's error: nothing of the account of the channel. */
  #tellable(error: OpenAIError): OpenAIError {
    const { channel } = this.upstream
    const { tell } = judge({ kind: 'answered', status: statusOfError(error), error }, channel)
    if (typeof tell !== 'string' || tell === 'upstream_busy') return withoutSecrets(error, channel)
    return { message: errorText(tell, this.call.language), type: 'upstream_error', param: '', code: tell }
  }

  #told(error: OpenAIError): Uint8Array {
    const { endpoint, id } = this.call
    return Buffer.from(this.#meter.failing?.(error, id) ?? callerDialects[endpoint.format].errorEvent(error, id))
  }
}
