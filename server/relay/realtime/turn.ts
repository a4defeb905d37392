import { costOf, type Usage } from '#contract/price.ts'
import type { EndReason, Receipt } from '#contract/receipt.ts'
import { Failure } from '../../errors/api-error.ts'
import type { Hold } from '../../money/hold.ts'
import type { Channel } from '../../registry/channels.ts'
import { bill, recordStart, voidCall } from '../billing/charge.ts'
import { grow, payableOf } from '../billing/extend-hold.ts'
import { reserve, sliceUnits } from '../billing/reserve.ts'
import type { RelayDeps } from '../deps.ts'
import type { Call } from '../request/call.ts'
import { type Input, inputUsage, NO_INPUT } from './conversation.ts'

/** Money that nobody uses goes back after this time, before other calls of its owner give up waiting for it. */
const REST_MS = 5000
/** The same where an answer was asked for: upstreams may take some time to begin, or refuse to. */
const ASKED_MS = 60_000

/** Estimated tokens of an answer, not rounded. */
interface Output {
  text: number
  audio: number
}

/** How a turn ended. */
export interface TurnEnd {
  usage: Usage
  source: Receipt['usage_source']
  reason: EndReason
  abortPolicy?: 'cancel' | 'drain'
  upstreamModel: string
  session: string
}

/**
 * One response of a session, which is a call of its own as far as money is concerned: a hold that is ahead of what is
 * passed on, and one charge. It exists from the first input on, so that the upstream is never sent what nobody can pay.
 */
export class Turn {
  response: string | undefined
  input: Input = NO_INPUT
  firstByteMs = -1000
  #hold: Hold | undefined
  #counted: Output = { text: 0, audio: 0 }
  #delivered: Output = { text: 0, audio: 0 }
  #covering: Promise<void> = Promise.resolve()
  #touched = Date.now()
  #isAsked = false
  /** Nothing is set aside any more: whoever waited for it came too late. */
  #over = false
  readonly #slice: number

  constructor(
    readonly call: Call,
    private readonly deps: RelayDeps,
  ) {
    this.#slice = sliceUnits(call)
  }

  /** Whether it holds money that nobody has used for long; `now` in milliseconds since the epoch. */
  rests(now: number): boolean {
    return now - this.#touched > (this.#isAsked ? ASKED_MS : REST_MS)
  }

  /** A part of what it has set aside, for another turn of its session. */
  lend(units: number): Hold | undefined {
    return this.#hold?.split(units)
  }

  /** The caller asks for an answer: the time to the first byte begins. */
  asked(): void {
    this.#isAsked = true
    if (this.response === undefined) this.call.startedAt = Date.now()
  }

  /** The upstream works on it. */
  begin(response: string, input: Input): void {
    this.response = response
    this.input = input
    recordStart(this.call, this.deps)
  }

  /** A piece of the answer, which the caller does not have yet. */
  count(text: number, audio: number): void {
    this.#counted = { text: this.#counted.text + text, audio: this.#counted.audio + audio }
  }

  /** The caller has what was counted. */
  delivered(): void {
    this.#delivered = this.#counted
    if (this.firstByteMs < 0) this.firstByteMs = Date.now() - this.call.startedAt
  }

  get hasDelivered(): boolean {
    return this.#delivered.text + this.#delivered.audio > 0
  }

  /** The estimate of what the caller has. */
  get estimate(): Usage {
    return used(this.input, this.#delivered)
  }

  /** Resolves when what was counted is set aside, or throws the Failure that the caller is told. One after the other. */
  cover(): Promise<void> {
    this.#touched = Date.now()
    this.#covering = this.#covering.catch(() => {}).then(() => this.#cover())
    // Whoever ends the turn waits for it without asking how it went.
    this.#covering.catch(() => {})
    return this.#covering
  }

  async #cover(): Promise<void> {
    if (this.#over) return
    const cost = costOf(this.call.quote.rates, used(this.input, this.#counted))
    if (!this.#hold) {
      const least = await this.deps.withheld.least(this.call)
      const units = Math.ceil(cost / 1000)
      this.#hold = await reserve(this.call, this.deps.accounting.wallet, least.units > units ? least : { units })
      return
    }
    if (this.#hold.covers(cost) || (await grow(this.call, this.#hold, cost, this.#slice, this.deps))) return
    throw new Failure('insufficient_user_quota', { need: Math.ceil(cost / 1000) })
  }

  /**
   * Charges the turn. Resolves when the charge is in the journal; answers whether its owner could pay all of it. Rejects
   * when nothing was charged, so that nothing may be handed over. `lender`: a turn of the session that has money.
   */
  async end(channel: Channel, { session, ...end }: TurnEnd, lender?: Turn): Promise<boolean> {
    this.#over = true
    await this.#covering.catch(() => {})
    const cost = costOf(this.call.quote.rates, end.usage)
    const units = Math.ceil(cost / 1000) + 1
    this.#hold ??= lender?.lend(units) ?? (await reserve(this.call, this.deps.accounting.wallet, { units: 1 }))
    const payable = await payableOf(this.call, this.#hold, cost, this.deps)
    const isPaid = payable >= cost
    await bill(
      this.call,
      channel,
      this.#hold,
      {
        ...end,
        reason: isPaid || end.reason !== 'stop' ? end.reason : 'insufficient_quota',
        firstByteMs: this.firstByteMs,
        realtime: { session, response: this.response },
        ...(isPaid ? {} : { payable }),
      },
      this.deps,
    )
    return isPaid
  }

  /** Ends the turn without a charge. */
  async drop(): Promise<void> {
    this.#over = true
    await this.#covering.catch(() => {})
    if (this.#hold) voidCall(this.call, this.#hold, this.deps)
    else this.deps.accounting.ledger.abandon(this.call)
  }
}

const used = (input: Input, { text, audio }: Output): Usage => ({
  ...inputUsage(input),
  output: Math.ceil(text),
  audioOutput: Math.ceil(audio),
})
