import type { EndReason } from '#contract/receipt.ts'
import type { Ticking } from '../../async/ticker.ts'
import { said } from '../../dialects/realtime/client-events.ts'
import { type Heard, heard } from '../../dialects/realtime/server-events.ts'
import { Failure } from '../../errors/api-error.ts'
import {
  type Frame,
  MAX_FRAME_BYTES,
  type MessageSocket,
  type SocketSession,
} from '../../http1/shared/message-socket.ts'
import { textTokens } from '../../upstream/answers/answer-reader.ts'
import type { RelayDeps } from '../deps.ts'
import { noteFailure } from '../relay-handler.ts'
import type { Call } from '../request/call.ts'
import { abortPolicyOf, limitsOf, type TimeLimits } from '../routing/time-limits.ts'
import type { Line } from './connect.ts'
import { Conversation } from './conversation.ts'
import { Pump } from './pump.ts'
import { CLOSE, closeCode, errorEvent, failureOf, passedOn, scrubbed } from './told.ts'
import type { Turn } from './turn.ts'
import { type TurnMaker, Turns } from './turns.ts'

const MEGABYTE = 1024 * 1024

/** How a caller's connection is closed. */
interface Closing {
  code: number
  reason: string
}

/**
 * A caller and an upstream that talk through us. Frames pass as they are; before anything that costs is passed on, to
 * either side, it is set aside, and before the last word of a response it is charged. Ends exactly once.
 */
export class Session implements SocketSession, Ticking {
  readonly #conversation = new Conversation()
  readonly #turns: Turns
  readonly #limits: TimeLimits
  readonly #startedAt = Date.now()
  #caller: MessageSocket | undefined
  #fromCaller: Pump | undefined
  #fromUpstream: Pump | undefined
  #lastHeard = Date.now()
  /** The caller has gone, and what it asked for is read to its end, at the latest by then. */
  #drainUntil = Number.POSITIVE_INFINITY
  #gone = false
  #ended = false

  constructor(
    private readonly call: Call,
    private readonly line: Line,
    maker: TurnMaker,
    private readonly deps: RelayDeps,
  ) {
    this.#limits = limitsOf(line.channel)
    this.#turns = new Turns(line, call.id, this.#conversation, maker)
    deps.calls.active += 1
    deps.clock.add(this)
  }

  /** The caller's connection has become a socket: both sides may talk. */
  opened(caller: MessageSocket): void {
    this.#caller = caller
    this.#fromCaller = new Pump(caller, (frame) => this.#guarded(() => this.#toUpstream(frame)))
    this.#fromUpstream = new Pump(this.line.socket, (frame) => this.#guarded(() => this.#toCaller(frame)))
    const { socket } = this.line
    socket.listen({
      frame: (frame) => this.#fromUpstream?.push(frame),
      closed: (code, reason) => this.#fromUpstream?.finish(() => void this.#upstreamClosed(code, reason)),
    })
  }

  frame(frame: Frame): void {
    if (!this.#ended) this.#fromCaller?.push(frame)
  }

  /** The caller has gone: the abort policy of the channel counts for what it had asked for. */
  closed(): void {
    this.#gone = true
    this.#caller = undefined
    this.#fromCaller?.clear()
    const { policy, drainMs } = abortPolicyOf(this.line.channel)
    if (policy === 'drain' && this.#turns.running > 0 && !this.deps.calls.draining)
      this.#drainUntil = Date.now() + drainMs
    else void this.#end('client_abort')
  }

  /** The caller's connection did not become a socket. */
  abandon(): void {
    void this.#end('client_abort')
  }

  /** Looks after limits, once a second. */
  tick(now: number): void {
    this.#turns.rest(now)
    const isLate = this.#turns.running > 0 && now - this.#lastHeard > this.#limits.idle
    if (now > this.#drainUntil) void this.#end('client_abort')
    else if (now - this.#startedAt > this.#limits.total)
      void this.#fail(new Failure('session_too_long'), 'total_timeout')
    else if (isLate && this.#fromUpstream?.waits !== true)
      void this.#fail(new Failure('upstream_timeout'), 'idle_timeout')
    else this.#stopWhenIdle()
  }

  /** A server that stops lets responses finish, and begins no other. */
  #stopWhenIdle(): void {
    if (this.deps.calls.draining && this.#turns.running === 0) {
      void this.#fail(new Failure('shutting_down'), 'stop')
    }
  }

  /** What fails for money ends the session; so does what should never fail. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    if (this.#ended) return
    try {
      await work()
    } catch (error) {
      noteFailure(error, this.call, this.call.id, this.deps)
      const isMoney = error instanceof Failure && error.code.startsWith('insufficient_')
      await this.#fail(failureOf(error), isMoney ? 'insufficient_quota' : 'upstream_error')
    }
  }

  async #toUpstream(frame: Frame): Promise<void> {
    checkSize(frame)
    const words = said(frame.toString())
    this.#conversation.said(words)
    if (words.asks || words.commits || words.text !== '' || words.sound > 0) {
      const next = await this.#turns.next()
      next.input = this.#conversation.input
      if (words.asks || words.commits) next.asked()
      await next.cover()
    }
    if (!this.#ended) await this.line.socket.send(frame)
  }

  async #toCaller(frame: Frame): Promise<void> {
    checkSize(frame)
    this.#lastHeard = Date.now()
    const text = frame.toString()
    const event = heard(text)
    this.#conversation.heard(event)
    const turn = await this.#account(event)
    await this.#deliver(event.kind === 'error' ? scrubbed(text, this.line.channel) : frame)
    if (turn && !this.#gone) turn.delivered()
    if (event.kind === 'done') this.#afterResponse()
  }

  /** Sets aside, or charges, what an event costs. Answers the turn of which it is a piece. */
  async #account(event: Heard): Promise<Turn | undefined> {
    if (event.kind === 'begun') {
      const turn = await this.#turns.begin(event.response)
      await turn?.cover()
    } else if (event.kind === 'committed') {
      const next = await this.#turns.next()
      next.input = this.#conversation.input
      next.asked()
      await next.cover()
    } else if (event.kind === 'delta') {
      const turn = await this.#turns.begin(event.response)
      turn?.count(event.text === '' ? 0 : textTokens(event.text), this.#conversation.spoken(event.sound))
      await turn?.cover()
      return turn
    } else if (event.kind === 'done') await this.#turns.finish(event, this.#gone)
    else if (event.kind === 'transcript') await this.#turns.transcript(event)
    return undefined
  }

  #afterResponse(): void {
    if (this.#gone && this.#turns.running === 0) void this.#end('client_abort')
    else this.#stopWhenIdle()
  }

  async #deliver(frame: Frame): Promise<void> {
    if (!this.#ended) await this.#caller?.send(frame)
  }

  async #upstreamClosed(code: number, reason: string): Promise<void> {
    if (this.#turns.running > 0) await this.#fail(new Failure('upstream_cut'), 'upstream_error')
    else await this.#end('upstream_error', passedOn(code, reason, this.line.channel))
  }

  #fail(failure: Failure, reason: EndReason): Promise<void> {
    return this.#end(reason, { code: closeCode(failure), reason: failure.code }, failure)
  }

  /** Bills what was delivered; only then tells the caller why the session ends. */
  async #end(
    reason: EndReason,
    closing: Closing = { code: CLOSE.normal, reason: '' },
    failure?: Failure,
  ): Promise<void> {
    if (this.#ended) return
    this.#ended = true
    this.deps.clock.remove(this)
    this.#fromCaller?.clear()
    this.#fromUpstream?.clear()
    this.line.socket.close()
    try {
      await this.#turns.close(this.#gone ? 'client_abort' : reason)
    } catch (error) {
      this.deps.services.log.error({ request_id: this.call.id, error: String(error) }, 'a response could not be billed')
    }
    if (failure) void this.#caller?.send(errorEvent(failure, this.call.language, this.call.id))
    this.#caller?.close(closing.code, closing.reason)
    this.deps.calls.active -= 1
  }
}

/** Throws frame_too_large. */
function checkSize(frame: Frame): void {
  if (frame.length > MAX_FRAME_BYTES) throw new Failure('frame_too_large', { max: MAX_FRAME_BYTES / MEGABYTE })
}
