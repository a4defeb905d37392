import { NO_USAGE, type Usage } from '#contract/prices/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import type { ServerEvent } from '../../../formats/dialects/realtime/server-events.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { estimateTokens } from '../../upstream/answers/estimate.ts'
import { abortPolicyOf } from '../attempt/time-limits.ts'
import type { UpstreamConnection } from './connect-upstream.ts'
import type { Conversation } from './conversation.ts'
import type { Turn, TurnEnd } from './turn.ts'

/**
 * Creates the turns of a session: admits the caller and determines the price again. Rejects with the ApiError for
 * the caller.
 */
export interface TurnFactory {
  /** The turn that was created and covered when the session was requested. */
  first: Turn | undefined
  /** Creates a turn for the session's model, or for the transcription model. */
  create(model?: string): Promise<Turn>
}

type Done = Extract<ServerEvent, { kind: 'done' }>
type Transcript = Extract<ServerEvent, { kind: 'transcript' }>

/** Ended responses that are remembered, in case an upstream reports the end twice. */
const MAX_REMEMBERED = 100
/** The id of a response whose events carry none. */
const NO_ID = ''

/** The responses of a session: the next one, the running ones, and those that were charged. */
export class Turns {
  #next: Turn | undefined
  readonly #running = new Map<string, Turn>()
  readonly #ended = new Set<string>()
  /** Charges that are being written to the journal. */
  readonly #charging = new Set<Promise<unknown>>()
  #closed = false

  constructor(
    private readonly connection: UpstreamConnection,
    private readonly session: string,
    private readonly conversation: Conversation,
    private readonly factory: TurnFactory,
  ) {
    this.#next = factory.first
  }

  /** The number of responses that have started and not ended. */
  get running(): number {
    return this.#running.size
  }

  /** Returns the turn that collects input until a response starts. */
  async next(): Promise<Turn> {
    if (this.#next) return this.#next
    const made = await this.factory.create()
    // The session ended meanwhile: nothing may be held for it.
    if (this.#closed) await made.drop()
    // A frame of the other side may have created one at the same time.
    this.#next ??= made
    return this.#next
  }

  /**
   * Returns the turn of a response, which starts now if it has not; undefined for a response that has ended, or is
   * too late.
   */
  async begin(response: string): Promise<Turn | undefined> {
    const known = this.#running.get(response) ?? (response === NO_ID ? this.#firstRunning() : undefined)
    if (known || this.#ended.has(response)) return known
    const turn = await this.next()
    if (this.#closed) return undefined
    this.#next = undefined
    turn.start(response, this.conversation.startResponse())
    this.#running.set(response, turn)
    return turn
  }

  /** Charges a response that has ended, once. Throws the ApiError that ends the session. */
  async chargeResponse(done: Done, callerGone: boolean): Promise<void> {
    const turn = await this.begin(done.response)
    if (!turn) return
    const name = turn.response ?? NO_ID
    this.#running.delete(name)
    if (name !== NO_ID) this.#remember(name)
    if (!turn.hasDelivered) turn.addOutput(estimateTokens(done.text, turn.call.ratios), 0)
    if (done.usage) this.conversation.setContext(done.usage)
    const hasAnswer = turn.hasDelivered || done.text !== ''
    const isOwed = done.status === 'completed' || (done.status === 'failed' ? callerGone : done.usage !== undefined)
    if (!hasAnswer && !isOwed) {
      this.conversation.restoreInput(turn.input)
      await turn.drop()
      return
    }
    if (!done.usage && !turn.hasDelivered) turn.markDelivered()
    await this.#charge(turn, {
      ...(done.usage ? reported(done.usage) : estimated(turn.estimate)),
      reason: callerGone ? 'client_abort' : done.status === 'failed' ? 'upstream_error' : 'stop',
      isEmpty: !hasAnswer,
      ...(callerGone ? { abortPolicy: 'drain' } : {}),
    })
  }

  /** Charges a transcript of the user's speech, at the price of the transcription model. */
  async chargeTranscript({ usage, text }: Transcript): Promise<void> {
    const turn = await this.factory.create(this.conversation.transcriber)
    const written = { ...NO_USAGE, output: Math.ceil(estimateTokens(text, turn.call.ratios)) }
    if (!usage && written.output === 0) return turn.drop()
    const lender = this.#firstRunning() ?? this.#next
    const used = usage ? reported(usage) : estimated(written)
    await this.#charge(turn, { ...used, reason: 'stop', isEmpty: text === '' }, lender)
  }

  /** Releases the unused hold of the next turn. */
  releaseUnused(now: number): void {
    if (!this.#next?.isUnused(now)) return
    void this.#next.drop()
    this.#next = undefined
  }

  /** Ends the session and charges what was delivered. */
  async close(reason: EndReason): Promise<void> {
    this.#closed = true
    const next = this.#next
    this.#next = undefined
    await next?.drop()
    const { policy } = abortPolicyOf(this.connection.channel)
    const turns = [...this.#running.values()]
    this.#running.clear()
    for (const turn of turns) {
      const abort = reason === 'client_abort' ? { abortPolicy: policy } : {}
      const end = { ...estimated(turn.estimate), reason, isEmpty: !turn.hasDelivered, ...abort }
      // A caller that disconnects during a response pays for its input, as with a stream.
      const isOwed = turn.hasDelivered || reason === 'client_abort'
      await (isOwed ? this.#charge(turn, end).catch(ignoreApiError) : turn.drop())
    }
    await Promise.allSettled(this.#charging)
  }

  async #charge(turn: Turn, end: Omit<TurnEnd, 'upstreamModel' | 'session'>, lender?: Turn): Promise<void> {
    const { channel, model } = this.connection
    const isSession = turn.response !== undefined
    const upstreamModel = isSession ? model : turn.call.model
    const charging = turn.end(channel, { ...end, upstreamModel, session: this.session }, lender)
    this.#charging.add(charging)
    try {
      if (!(await charging)) throw turn.insufficientQuota(1)
    } finally {
      this.#charging.delete(charging)
    }
  }

  #firstRunning(): Turn | undefined {
    const [first] = this.#running.values()
    return first
  }

  #remember(response: string): void {
    this.#ended.add(response)
    const [oldest] = this.#ended
    if (this.#ended.size > MAX_REMEMBERED && oldest !== undefined) this.#ended.delete(oldest)
  }
}

const reported = (usage: Usage) => ({ usage, source: 'upstream' as const })
const estimated = (usage: Usage) => ({ usage, source: 'estimated' as const })

/** Ignores ApiErrors: what the owner could pay has been charged. */
function ignoreApiError(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
