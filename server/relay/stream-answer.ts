import { errorText } from '#contract/errors.ts'
import { costOf, costOfText } from '#contract/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import { LOCAL_ERROR, openAIErrorEvent } from '../dialects/openai-errors.ts'
import { errorOfFirstEvent } from '../dialects/openai-stream.ts'
import type { UpstreamAnswer } from '../egress/answer.ts'
import type { Hold } from '../money/hold.ts'
import { local, type Upstream } from './attempt.ts'
import { bill, usageOr, voidCall } from './bill.ts'
import type { Call } from './call.ts'
import type { RelayDeps } from './deps.ts'
import { type UpstreamFailure, withoutSecrets } from './failure.ts'
import { abortPolicyOf, limitsOf, type TimeLimits } from './limits.ts'
import { StreamMeter } from './meter.ts'
import type { Reply, Sink, StreamBody } from './reply.ts'
import { sliceUnits } from './reserve.ts'

/** How long a silent upstream may keep the decision for another channel open; then the caller gets its headers. */
const COMMIT_MS = 10_000
const KEEP_ALIVE_MS = 15_000
/** A fast upstream's output is paid for and handed over in pieces of this size, so that little money still buys some. */
const PIECE_BYTES = 4 * 1024
const KEEP_ALIVE = ': keep-alive\n\n'
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
}

/** Waits for the first bytes of a stream, then hands it over; or says why another channel should be tried. */
export async function streamAnswer(
  call: Call,
  upstream: Upstream,
  hold: Hold,
  deps: RelayDeps,
): Promise<Reply | { failure: UpstreamFailure }> {
  const first = await firstChunk(call, upstream)
  if ('failure' in first) return first
  const body = new StreamRun(call, upstream, hold, deps, first.bytes)
  return { status: 200, headers: { ...HEADERS }, body }
}

/** The first bytes, known to be good, or the read that is still open after the commit time. */
async function firstChunk(
  call: Call,
  { answer, exchange }: Upstream,
): Promise<{ bytes: ReturnType<UpstreamAnswer['read']> } | { failure: UpstreamFailure }> {
  const pending = answer.read()
  let timer: ReturnType<typeof setTimeout> | undefined
  const committed = new Promise<'committed'>((resolve) => {
    timer = setTimeout(resolve, COMMIT_MS, 'committed')
  })
  const hangUp = () => exchange.cancel('the caller hung up')
  call.signal.addEventListener('abort', hangUp)
  if (call.signal.aborted) hangUp()
  try {
    const result = await Promise.race([pending, committed])
    if (result === 'committed') return { bytes: pending }
    if (!result) return { failure: local('malformed', 'the stream is empty') }
    const error = errorOfFirstEvent(result)
    if (!error) return { bytes: result }
    exchange.cancel('the stream begins with an error')
    return { failure: { kind: 'answered', status: 500, error } }
  } catch (error) {
    return { failure: local('unreachable', `the stream broke off: ${error}`) }
  } finally {
    clearTimeout(timer)
    call.signal.removeEventListener('abort', hangUp)
  }
}

/** One stream on its way to the caller. Ends exactly once, with a bill. */
class StreamRun implements StreamBody {
  readonly #meter: StreamMeter
  readonly #limits: TimeLimits
  readonly #slice: number
  #sink: Sink | undefined
  /** Output tokens that the hold covers. */
  #covered = 0
  /** Output tokens that the caller has, or had before hanging up: a chunk that cannot be paid is not among them. */
  #delivered = 0
  #firstByteMs = -1000
  #lastRead = Date.now()
  #lastWrite = Date.now()
  /** Ends the wait for the caller's socket, while there is one. */
  #written: (() => void) | undefined
  #draining = false
  /** Why the upstream was cut off by us. */
  #cut: EndReason | undefined
  #ended = false

  constructor(
    private readonly call: Call,
    private readonly upstream: Upstream,
    private readonly hold: Hold,
    private readonly deps: RelayDeps,
    /** The first read, which has begun before the run. */
    private readonly first: ReturnType<UpstreamAnswer['read']>,
  ) {
    this.#meter = new StreamMeter(call.usageWanted)
    this.#limits = limitsOf(upstream.channel)
    this.#slice = sliceUnits(call)
    this.#covered = this.#tokensCovered()
    // The request is not needed again: a stream must not hold its memory.
    call.body = Buffer.alloc(0)
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
      const first = this.first instanceof Promise ? await this.first : this.first
      if (first) await this.#take(first)
      if (first && !this.#cut) await this.upstream.answer.each(this.#take)
      if (this.#cut) return this.#cut
      this.#note()
      return (await this.#hand(this.#meter.end())) ?? (this.#meter.finished ? 'stop' : 'upstream_error')
    } catch {
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
    const handed = this.#hand(this.#meter.push(bytes))
    if (handed instanceof Promise) return handed.then((reason) => this.#stop(reason))
    return this.#stop(handed)
  }

  async #takePieces(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#cut; at += PIECE_BYTES) {
      this.#stop(await this.#hand(this.#meter.push(bytes.subarray(at, at + PIECE_BYTES))))
    }
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
    const cost = costOfText(this.call.quote.rates, this.call.inputTokens, outputTokens)
    const granted = await this.#grown(() => this.hold.extend(cost, this.#slice))
    this.#covered = this.#tokensCovered()
    return granted
  }

  /** Whether the hold grew. A wallet that cannot be asked grants nothing, and must not keep the call from its end. */
  async #grown(grow: () => boolean | Promise<boolean>): Promise<boolean> {
    try {
      return await grow()
    } catch (error) {
      this.deps.services.log.warn({ request_id: this.call.id, error: String(error) }, 'a hold could not grow')
      return false
    }
  }

  #tokensCovered(): number {
    const { rates, free } = this.call.quote
    if (free || rates.perCall !== null) return Number.POSITIVE_INFINITY
    const input = costOfText(rates, this.call.inputTokens, 0)
    const perToken = costOfText(rates, 0, 1000) / 1000
    return perToken === 0 ? Number.POSITIVE_INFINITY : Math.floor((this.hold.units * 1000 - input) / perToken)
  }

  readonly hangUp = (): void => {
    if (this.#ended || this.#draining) return
    // Whoever waits for a socket that is gone may wait for ever.
    this.#written?.()
    const { policy, drainMs } = abortPolicyOf(this.upstream.channel)
    if (policy === 'cancel') {
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
      await this.#bill(this.#draining ? 'client_abort' : reason)
      if (reason === 'insufficient_quota' || reason === 'upstream_error') this.upstream.exchange.cancel(reason)
      if (reason === 'stop') return Buffer.concat(this.#meter.tail)
      return reason === 'client_abort' ? undefined : this.#errorEvent(reason)
    } catch (error) {
      this.deps.services.log.error({ request_id: this.call.id, error: String(error) }, 'a stream could not be billed')
      return this.#errorEvent('upstream_error')
    } finally {
      this.deps.calls.active -= 1
    }
  }

  async #bill(reason: EndReason): Promise<void> {
    // Usage that comes with a chunk that cannot be paid counts what is not handed over.
    const reported = reason === 'insufficient_quota' ? undefined : this.#meter.usage
    const outputTokens = this.#delivered
    if (!reported && outputTokens === 0 && !this.#owed(reason)) return voidCall(this.call, this.hold, this.deps)
    const { usage, source } = usageOr(reported, this.call.inputTokens, outputTokens)
    const cost = costOf(this.call.quote.rates, usage)
    // What was delivered is owed; the hold grows as far as the wallet goes, and the rest is the overdraft of one slice.
    if (!this.hold.covers(cost)) await this.#grown(() => this.hold.extend(cost, 0))
    const aborted = reason === 'client_abort'
    const outcome = {
      usage,
      source,
      reason,
      firstByteMs: this.#firstByteMs,
      upstreamModel: this.upstream.model,
      ...(aborted ? { abortPolicy: abortPolicyOf(this.upstream.channel).policy } : {}),
    }
    await bill(this.call, this.upstream.channel, this.hold, outcome, this.deps)
  }

  /** Whether an answer without text is paid for: it is complete, or the caller left while it was coming in. */
  #owed(reason: EndReason): boolean {
    return reason === 'stop' || (reason === 'client_abort' && this.#firstByteMs >= 0)
  }

  #errorEvent(reason: EndReason): Uint8Array {
    const { error } = this.#meter
    if (reason === 'upstream_error' && error) {
      return Buffer.from(openAIErrorEvent(withoutSecrets(error, this.upstream.channel), this.call.id))
    }
    const code =
      reason === 'insufficient_quota'
        ? 'quota_ended_stream'
        : reason === 'upstream_error'
          ? 'upstream_cut'
          : 'upstream_timeout'
    const message = errorText(code, this.call.language)
    return Buffer.from(openAIErrorEvent({ message, type: LOCAL_ERROR, param: '', code }, this.call.id))
  }
}
