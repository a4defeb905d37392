import { NO_USAGE, type Usage } from '#contract/price.ts'
import type { EndReason } from '#contract/receipt.ts'
import type { Heard } from '../../dialects/realtime/server-events.ts'
import { Failure } from '../../errors/api-error.ts'
import { textTokens } from '../../upstream/answers/answer-reader.ts'
import { abortPolicyOf } from '../routing/time-limits.ts'
import type { Line } from './connect.ts'
import type { Conversation } from './conversation.ts'
import type { Turn, TurnEnd } from './turn.ts'

/** Makes the turns of a session: asks again who calls, and for which price. Rejects with the Failure that they are told. */
export interface TurnMaker {
  /** The turn that was made, and covered, when the session was asked for. */
  first: Turn | undefined
  /** Of the session's model, or of the one that writes down what was said. */
  make(model?: string): Promise<Turn>
}

type Done = Extract<Heard, { kind: 'done' }>
type Transcript = Extract<Heard, { kind: 'transcript' }>

/** Responses whose end is remembered, in case an upstream tells it twice. */
const REMEMBERED = 100
/** Events without the name of a response belong to one all the same. */
const UNNAMED = ''

/** The responses of a session: the one that is coming, those that run, those that were charged. */
export class Turns {
  #next: Turn | undefined
  readonly #running = new Map<string, Turn>()
  readonly #over = new Set<string>()
  /** Charges on their way into the journal. */
  readonly #charging = new Set<Promise<unknown>>()
  #closed = false

  constructor(
    private readonly line: Line,
    private readonly session: string,
    private readonly conversation: Conversation,
    private readonly maker: TurnMaker,
  ) {
    this.#next = maker.first
  }

  /** Responses that have begun and not ended. */
  get running(): number {
    return this.#running.size
  }

  /** The turn that gathers what is said until a response begins. */
  async next(): Promise<Turn> {
    if (this.#next) return this.#next
    const made = await this.maker.make()
    // The session ended meanwhile: nothing is set aside for it.
    if (this.#closed) await made.drop()
    // The other side may have needed one at the same time.
    this.#next ??= made
    return this.#next
  }

  /** The turn of a response, which begins now if it has not; undefined for one that is over, or too late. */
  async begin(response: string): Promise<Turn | undefined> {
    const known = this.#running.get(response) ?? (response === UNNAMED ? this.#first() : undefined)
    if (known || this.#over.has(response)) return known
    const turn = await this.next()
    if (this.#closed) return undefined
    this.#next = undefined
    turn.begin(response, this.conversation.take())
    this.#running.set(response, turn)
    return turn
  }

  /** Charges a response that is over, once. Throws the Failure that ends the session. */
  async finish(done: Done, callerGone: boolean): Promise<void> {
    const turn = await this.begin(done.response)
    if (!turn) return
    const name = turn.response ?? UNNAMED
    this.#running.delete(name)
    if (name !== UNNAMED) this.#remember(name)
    if (!turn.hasDelivered) turn.count(textTokens(done.text), 0)
    if (done.usage) this.conversation.learn(done.usage)
    const hasAnswer = turn.hasDelivered || done.text !== ''
    const isOwed = done.status === 'completed' || (done.status === 'failed' ? callerGone : done.usage !== undefined)
    if (!hasAnswer && !isOwed) {
      this.conversation.giveBack(turn.input)
      await turn.drop()
      return
    }
    if (!done.usage && !turn.hasDelivered) turn.delivered()
    await this.#charge(turn, {
      ...(done.usage ? reported(done.usage) : estimated(turn.estimate)),
      reason: callerGone ? 'client_abort' : done.status === 'failed' ? 'upstream_error' : 'stop',
      ...(callerGone ? { abortPolicy: 'drain' } : {}),
    })
  }

  /** Charges what it cost to write down what the user said, for the price of the model that did. */
  async transcript({ usage, text }: Transcript): Promise<void> {
    const turn = await this.maker.make(this.conversation.transcriber)
    const written = { ...NO_USAGE, output: Math.ceil(textTokens(text)) }
    if (!usage && written.output === 0) return turn.drop()
    const lender = this.#first() ?? this.#next
    await this.#charge(turn, { ...(usage ? reported(usage) : estimated(written)), reason: 'stop' }, lender)
  }

  /** Gives money back that a turn holds for nothing. */
  rest(now: number): void {
    if (!this.#next?.rests(now)) return
    void this.#next.drop()
    this.#next = undefined
  }

  /** The session is over: what was delivered is charged. */
  async close(reason: EndReason): Promise<void> {
    this.#closed = true
    const next = this.#next
    this.#next = undefined
    await next?.drop()
    const { policy } = abortPolicyOf(this.line.channel)
    const turns = [...this.#running.values()]
    this.#running.clear()
    for (const turn of turns) {
      const end = { ...estimated(turn.estimate), reason, ...(reason === 'client_abort' ? { abortPolicy: policy } : {}) }
      // Who leaves a response that has begun pays for what it has read, as with a stream.
      const isOwed = turn.hasDelivered || reason === 'client_abort'
      await (isOwed ? this.#charge(turn, end).catch(onlyMoney) : turn.drop())
    }
    await Promise.allSettled(this.#charging)
  }

  async #charge(turn: Turn, end: Omit<TurnEnd, 'upstreamModel' | 'session'>, lender?: Turn): Promise<void> {
    const { channel, model } = this.line
    const isSession = turn.response !== undefined
    const upstreamModel = isSession ? model : turn.call.model
    const charging = turn.end(channel, { ...end, upstreamModel, session: this.session }, lender)
    this.#charging.add(charging)
    try {
      if (!(await charging)) throw new Failure('insufficient_user_quota', { need: 1 })
    } finally {
      this.#charging.delete(charging)
    }
  }

  #first(): Turn | undefined {
    const [first] = this.#running.values()
    return first
  }

  #remember(response: string): void {
    this.#over.add(response)
    const [oldest] = this.#over
    if (this.#over.size > REMEMBERED && oldest !== undefined) this.#over.delete(oldest)
  }
}

const reported = (usage: Usage) => ({ usage, source: 'upstream' as const })
const estimated = (usage: Usage) => ({ usage, source: 'estimated' as const })

/** What nobody can pay any more has been charged as far as the money went. */
function onlyMoney(error: unknown): void {
  if (!(error instanceof Failure)) throw error
}
