import { costOfText, type Usage } from '#contract/prices/price.ts'
import type { AnswerStream } from '../../upstream/answers/answer-reader.ts'
import { partialUsage, usageOrEstimate } from '../../upstream/answers/usage-or-estimate.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import type { HeldCall } from '../call/held-call.ts'
import { extendHold, ratesForHold, sliceUnits } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { priceAnswer } from './price-answer.ts'

/** Counts what of a stream is delivered, and keeps the hold of its call ahead of that. */
export class StreamMeter {
  /**
   * Output tokens that were delivered to the caller before it disconnected. A chunk that cannot be paid is not
   * counted.
   */
  deliveredTokens = 0
  /** Whether anything was delivered: text, reasoning, arguments, an image or audio. */
  hasDelivered = false
  /** The usage that the upstream had reported when the last chunk was delivered. */
  #reportedUsage: Usage | undefined
  /** Output tokens that were read. */
  #readTokens = 0
  /** Output tokens that the hold covers. */
  #coveredTokens: number

  constructor(
    private readonly held: HeldCall,
    private readonly attempt: AnsweredAttempt,
    private readonly stream: AnswerStream,
    private readonly deps: Pick<RelayDeps, 'services'>,
  ) {
    this.#coveredTokens = this.#countCovered(held.call.input.mostTokens)
  }

  /** Counts what was read; returns whether the hold covers it. */
  countRead(): boolean {
    this.#readTokens = this.stream.outputTokens
    return this.#readTokens <= this.#coveredTokens
  }

  /** Extends the hold so that it stays ahead of what was read; false = the quota is used up. */
  async extend(): Promise<boolean> {
    const { call, hold } = this.held
    const { heldTokens } = call.input
    const cost = costOfText(ratesForHold(call), heldTokens, Math.ceil(this.#readTokens))
    const isGranted = await extendHold(call, hold, cost, sliceUnits(call), this.deps)
    this.#coveredTokens = this.#countCovered(heldTokens)
    return isGranted
  }

  /** Returns the output tokens that the hold covers beside those of the input. */
  #countCovered(inputTokens: number): number {
    const { call, hold } = this.held
    const rates = ratesForHold(call)
    if (call.quote.free || rates.perCall !== null) return Number.POSITIVE_INFINITY
    const input = costOfText(rates, inputTokens, 0)
    const perToken = costOfText(rates, 0, 1000) / 1000
    return perToken === 0 ? Number.POSITIVE_INFINITY : Math.floor((hold.units * 1000 - input) / perToken)
  }

  /** What was counted is delivered. */
  noteDelivered(): void {
    this.deliveredTokens = this.#readTokens
    this.hasDelivered = this.deliveredTokens > 0 || this.stream.hasMedia === true
    this.#reportedUsage = this.stream.usage
  }

  /** Returns the price of what was delivered: usage reported with a chunk that cannot be paid is not counted. */
  priceDelivered(): ReturnType<typeof priceAnswer> {
    const isComplete = this.stream.isComplete && this.deliveredTokens === this.stream.outputTokens
    const usageOf = isComplete && !this.stream.usageIsEarly ? usageOrEstimate : partialUsage
    return this.#price(usageOf(this.#reportedUsage, this.held.call, this.deliveredTokens))
  }

  /** Returns the price of all that the upstream has produced. */
  priceProduced(): ReturnType<typeof priceAnswer> {
    return this.#price(partialUsage(this.stream.usage, this.held.call, this.stream.outputTokens))
  }

  #price(counted: Parameters<typeof priceAnswer>[0]): ReturnType<typeof priceAnswer> {
    const { call } = this.held
    const { pictures } = this.stream
    const drawn = pictures && call.quoteForImages?.(pictures)
    return priceAnswer(counted, this.attempt, drawn?.quote ?? call.quote)
  }
}
