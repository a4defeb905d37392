import { completionTokens, costOf, promptTokens, type Usage } from '#contract/prices/price.ts'
import type { EndReason, Receipt } from '#contract/receipt.ts'
import type { Channel } from '../../../formats/providers/channel.ts'
import type { Hold } from '../../../money/accounting/hold.ts'
import { quoteForUsage } from '../../../money/prices/quote.ts'
import { quotaWords } from '../../../money/receipts/quota-text.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { Admission } from '../../limits/admission.ts'
import type { CallBudgets } from '../../limits/budget-windows.ts'
import type { Call } from '../call/call.ts'
import { type CallRun, createRun, NO_BODY } from '../call/call-run.ts'
import type { HeldCall } from '../call/held-call.ts'
import { chargeCall, recordStart, voidCall, waiverOf } from '../charge/charge.ts'
import { extendHold, payableCost, reserve, sliceUnits } from '../charge/hold-cost.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { type InputTokens, inputUsage, NO_INPUT } from './conversation.ts'

/** An unused hold is released after this time, before other calls of its owner stop waiting for the units. */
const UNUSED_MS = 5000
/** The same for a turn whose response was requested: upstreams may take some time to start, or refuse. */
const REQUESTED_UNUSED_MS = 60_000

/** Estimated tokens of an answer, not rounded. */
interface OutputTokens {
  text: number
  audio: number
}

/** How a turn ended. */
export interface TurnEnd {
  usage: Usage
  source: Receipt['usage_source']
  reason: EndReason
  /** Whether the answer has no text, tool call or audio. */
  isEmpty: boolean
  abortPolicy?: 'cancel' | 'drain'
  upstreamModel: string
  session: string
}

/** What the turns of a session share. */
export interface SessionRun {
  readonly run: CallRun
  /** What the session has taken of limits. */
  readonly admissions: Admission[]
}

/**
 * One response of a session, which is charged as a call of its own: a hold that is ahead of what is delivered, and
 * one charge. A turn exists from the first input on, so that the upstream never gets input that its owner cannot
 * pay.
 */
export class Turn {
  response: string | undefined
  input: InputTokens = NO_INPUT
  firstByteMs = -1000
  #hold: Hold | undefined
  #counted: OutputTokens = { text: 0, audio: 0 }
  #delivered: OutputTokens = { text: 0, audio: 0 }
  #covering: Promise<void> = Promise.resolve()
  #lastUsed = Date.now()
  #isRequested = false
  /** Nothing is held any more: a later `cover` has no effect. */
  #isEnded = false
  readonly #sliceUnits: number
  #run: CallRun

  constructor(
    call: Call,
    /** Its attempts are those of every turn, and its limits count their tokens. */
    private readonly session: SessionRun,
    private readonly budgets: CallBudgets,
    private readonly deps: RelayDeps,
  ) {
    this.#sliceUnits = sliceUnits(call)
    this.#run = createRun(call, NO_BODY, session.run.attempts)
  }

  get call(): Call {
    return this.#run.call
  }

  /** Whether the turn has an unused hold for too long; `now` in milliseconds since the epoch. */
  isUnused(now: number): boolean {
    return now - this.#lastUsed > (this.#isRequested ? REQUESTED_UNUSED_MS : UNUSED_MS)
  }

  /** Splits a part of the hold off for another turn of the session. */
  splitHold(units: number): Hold | undefined {
    return this.#hold?.split(units)
  }

  /** The caller requests an answer: the time to the first byte starts. */
  markRequested(): void {
    this.#isRequested = true
    if (this.response !== undefined) return
    this.#run = createRun({ ...this.call, startedAt: Date.now() }, NO_BODY, this.#run.attempts)
  }

  /** The upstream has started the response. */
  start(response: string, input: InputTokens): void {
    this.response = response
    this.input = input
    recordStart(this.#run, this.deps)
  }

  /** Counts a piece of the answer that is not yet delivered. */
  addOutput(text: number, audio: number): void {
    this.#counted = { text: this.#counted.text + text, audio: this.#counted.audio + audio }
  }

  /** Marks what was counted as delivered. */
  markDelivered(): void {
    this.#delivered = this.#counted
    if (this.firstByteMs < 0) this.firstByteMs = Date.now() - this.call.startedAt
  }

  get hasDelivered(): boolean {
    return this.#delivered.text + this.#delivered.audio > 0
  }

  /** The estimated usage of what was delivered. */
  get estimate(): Usage {
    return toUsage(this.input, this.#delivered)
  }

  /**
   * Resolves when what was counted is held, or rejects with the ApiError for the caller. Calls run one after the
   * other.
   */
  cover(): Promise<void> {
    this.#lastUsed = Date.now()
    this.#covering = this.#covering.catch(() => {}).then(() => this.#cover())
    // `end` and `drop` wait for this promise, whatever its result.
    this.#covering.catch(() => {})
    return this.#covering
  }

  async #cover(): Promise<void> {
    if (this.#isEnded) return
    const counted = toUsage(this.input, this.#counted)
    const cost = costOf(quoteForUsage(this.call.quote, counted).rates, counted)
    if (!this.#hold) {
      const least = await this.deps.undeliverable.minimumFor(this.call)
      const units = Math.ceil(cost / 1000)
      this.#hold = await reserve(this.call, least.units > units ? least : { units }, this.budgets, this.deps)
      return
    }
    if (this.#hold.covers(cost) || (await extendHold(this.call, this.#hold, cost, this.#sliceUnits, this.deps))) return
    throw this.insufficientQuota(Math.ceil(cost / 1000))
  }

  /** Returns the error for a user who cannot pay `units`. */
  insufficientQuota(units: number): ApiError {
    return new ApiError('insufficient_user_quota', { need: quotaWords(units, this.deps.services.options.values) })
  }

  /**
   * Charges the turn. Resolves when the charge is in the journal, with whether its owner could pay all of it.
   * Rejects when nothing was charged, so that nothing may be delivered. `lender`: another turn of the session with
   * a hold.
   */
  async end(channel: Channel, { session, isEmpty, ...end }: TurnEnd, lender?: Turn): Promise<boolean> {
    this.#isEnded = true
    await this.#covering.catch(() => {})
    const quote = quoteForUsage(this.call.quote, end.usage)
    const waived = await waiverOf(this.call, { ...end, isEmpty }, this.deps)
    const full = costOf(quote.rates, end.usage)
    const cost = waived ? 0 : full
    const units = Math.ceil(cost / 1000) + 1
    this.#hold ??= lender?.splitHold(units) ?? (await reserve(this.call, { units: 1 }, this.budgets, this.deps))
    const tokens = promptTokens(end.usage) + completionTokens(end.usage)
    for (const admission of this.session.admissions) admission.addTokens(tokens)
    const payable = await payableCost(this.call, this.#hold, cost, this.deps)
    const isPaid = payable >= cost
    await chargeCall(
      this.#heldBy(this.#hold),
      channel,
      {
        quote,
        full,
        ...end,
        reason: isPaid || end.reason !== 'stop' ? end.reason : 'insufficient_quota',
        firstByteMs: this.firstByteMs,
        realtime: { session, response: this.response },
        waived,
        ...(isPaid ? {} : { payable }),
      },
      this.deps,
    )
    return isPaid
  }

  /** Ends the turn without a charge. */
  async drop(): Promise<void> {
    this.#isEnded = true
    await this.#covering.catch(() => {})
    if (this.#hold) voidCall(this.#heldBy(this.#hold), this.deps)
    else this.deps.accounting.ledger.abandon(this.#run)
  }

  #heldBy(hold: Hold): HeldCall {
    return { call: this.call, run: this.#run, hold, budgets: this.budgets, admissions: [] }
  }
}

const toUsage = (input: InputTokens, { text, audio }: OutputTokens): Usage => ({
  ...inputUsage(input),
  output: Math.ceil(text),
  audioOutput: Math.ceil(audio),
})
