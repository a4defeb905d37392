import type { EndReason } from '#contract/receipt.ts'
import type { Sink, StreamBody } from '../../../wire/http1/shared/response.ts'
import type { LiveAnswer } from '../../live-calls/live-calls.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { StreamHead } from '../attempt/stream-head.ts'
import { abortPolicyOf } from '../attempt/time-limits.ts'
import { dropRequest } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { chargeStream } from './charge-stream.ts'
import { errorEventOf } from './error-event.ts'
import { StreamClock } from './stream-clock.ts'
import { StreamMeter } from './stream-meter.ts'
import { StreamPump } from './stream-pump.ts'

/**
 * Delivers one stream to the caller: a pump moves it, a meter feeds its hold, a clock looks at its limits. Ends exactly
 * once, with a charge.
 */
export class StreamDelivery implements StreamBody, LiveAnswer {
  readonly #stream: AnswerStream
  readonly #meter: StreamMeter
  readonly #clock: StreamClock
  readonly #pump: StreamPump
  #isEnded = false

  constructor(
    private readonly held: HeldCall,
    private readonly attempt: AnsweredAttempt,
    private readonly head: StreamHead,
    private readonly deps: RelayDeps,
  ) {
    const { call, run } = held
    this.#stream = attempt.reader.stream()
    this.#meter = new StreamMeter(held, attempt, this.#stream, deps)
    this.#clock = new StreamClock(call, attempt, deps)
    this.#pump = new StreamPump(held, attempt, this.#stream, this.#meter, this.#clock, deps)
    // A stream must not keep the memory of its request.
    dropRequest(run)
    run.answer = this
    run.interrupt = () => this.#stop()
    this.#clock.start(this.#pump)
    deps.calls.active += 1
    deps.services.inFlight.begin(attempt.channel.id)
    call.signal.addEventListener('abort', this.disconnect)
    if (call.signal.aborted) this.disconnect()
    if (run.isStopped) this.#stop()
  }

  get tokens(): number {
    return this.#meter.deliveredTokens
  }

  get firstByteAt(): number | undefined {
    const { firstByteMs } = this.#clock
    return firstByteMs < 0 ? undefined : this.held.call.startedAt + firstByteMs
  }

  cost(): number {
    return this.#meter.hasDelivered ? this.#meter.priceDelivered().full : 0
  }

  async run(sink: Sink): Promise<void> {
    sink.end(await this.#end(await this.#pump.run(this.head, sink)))
  }

  readonly disconnect = (): void => {
    if (this.#isEnded || this.#pump.isDraining) return
    this.#pump.endWait()
    const { policy, drainMs } = abortPolicyOf(this.attempt.channel)
    // A server that shuts down has no time to read on: what was delivered is charged now.
    const cancels = policy === 'cancel' && !this.attempt.byCost
    if (cancels || this.deps.calls.draining) {
      void this.#end('client_abort')
      this.attempt.exchange.cancel('the caller hung up')
      return
    }
    this.#pump.isDraining = true
    setTimeout(() => this.#pump.cutOff('client_abort'), drainMs)
  }

  #stop(): void {
    this.#pump.cutOff('stopped')
  }

  /**
   * Charges the call, then returns the last bytes for the caller: the end marker, or an error event that says why
   * there is none.
   */
  async #end(reason: EndReason): Promise<Uint8Array | undefined> {
    if (this.#isEnded) return undefined
    this.#isEnded = true
    this.#pump.isEnded = true
    const { held, attempt, deps } = this
    const { call, run } = held
    this.#clock.stop()
    call.signal.removeEventListener('abort', this.disconnect)
    try {
      const ended = {
        stream: this.#stream,
        meter: this.#meter,
        reason: this.#pump.isDraining ? ('client_abort' as const) : reason,
        firstByteMs: this.#clock.firstByteMs,
      }
      const end = await chargeStream(held, attempt, ended, deps)
      if (end === 'insufficient_quota' || end === 'upstream_error') attempt.exchange.cancel(end)
      if (end === 'stop') return Buffer.concat(this.#stream.tail)
      return end === 'client_abort' ? undefined : this.#errorEvent(end)
    } catch (error) {
      deps.services.log.error({ request_id: call.id, error: String(error) }, 'a stream could not be billed')
      return this.#errorEvent('upstream_error')
    } finally {
      this.#pump.release()
      deps.calls.active -= 1
      deps.services.inFlight.end(attempt.channel.id)
      deps.services.liveCalls.end(run)
      call.trace?.end(200)
    }
  }

  #errorEvent(reason: EndReason): Uint8Array {
    const end = { reason, stream: this.#stream, memoryError: this.#pump.memoryError }
    return errorEventOf(end, this.held, this.attempt.channel, this.deps)
  }
}
