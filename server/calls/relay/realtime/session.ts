import type { EndReason } from '#contract/receipt.ts'
import { readClientEvent } from '../../../formats/dialects/realtime/client-events.ts'
import { readServerEvent, type ServerEvent } from '../../../formats/dialects/realtime/server-events.ts'
import type { TickTask } from '../../../platform/async/ticker.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import {
  type Frame,
  MAX_FRAME_BYTES,
  type MessageSocket,
  type SocketSession,
} from '../../../platform/http/message-socket.ts'
import { estimateTokens } from '../../upstream/answers/estimate.ts'
import { abortPolicyOf, type TimeLimits, timeLimitsOf } from '../attempt/time-limits.ts'
import type { Call } from '../call/call.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { handleError } from '../relay-handler.ts'
import type { UpstreamConnection } from './connect-upstream.ts'
import { Conversation } from './conversation.ts'
import { FrameQueue } from './frame-queue.ts'
import { CLOSE_CODES, closeCodeOf, errorEvent, forwardedClose, redactErrorFrame, toApiError } from './session-errors.ts'
import type { SessionRun, Turn } from './turn.ts'
import { type TurnFactory, Turns } from './turns.ts'

const MEGABYTE = 1024 * 1024

/** How a caller's connection is closed. */
interface CloseInfo {
  code: number
  reason: string
}

/**
 * A session between a caller and an upstream. Frames pass unchanged. The cost of a frame is held before the frame
 * is passed on to either side, and a response is charged before its last event is. Ends exactly once.
 */
export class Session implements SocketSession, TickTask {
  readonly #conversation: Conversation
  readonly #turns: Turns
  readonly #limits: TimeLimits
  readonly #startedAt = Date.now()
  #caller: MessageSocket | undefined
  #fromCaller: FrameQueue | undefined
  #fromUpstream: FrameQueue | undefined
  #lastReceived = Date.now()
  /** The caller has disconnected, and its open responses are read until this time at the latest. */
  #drainUntil = Number.POSITIVE_INFINITY
  #isCallerGone = false
  #isEnded = false

  constructor(
    private readonly session: SessionRun,
    private readonly connection: UpstreamConnection,
    maker: TurnFactory,
    private readonly deps: RelayDeps,
  ) {
    this.#limits = timeLimitsOf(connection.channel)
    const { run } = session
    const { call } = run
    this.#conversation = new Conversation(call.ratios)
    this.#turns = new Turns(connection, call.id, this.#conversation, maker)
    deps.calls.active += 1
    deps.services.inFlight.begin(connection.channel.id)
    deps.ticker.add(this)
    run.phase = 'answering'
    run.interrupt = () => void this.#fail(new ApiError('call_stopped'), 'stopped')
    deps.services.liveCalls.begin(run)
    if (run.isStopped) run.interrupt()
  }

  private get call(): Call {
    return this.session.run.call
  }

  /** The caller's connection has become a socket: both sides may send. */
  opened(caller: MessageSocket): void {
    this.#caller = caller
    this.#fromCaller = new FrameQueue(caller, (frame) => this.#runGuarded(() => this.input(frame)))
    this.#fromUpstream = new FrameQueue(this.connection.socket, (frame) =>
      this.#runGuarded(() => this.#toCaller(frame)),
    )
    const { socket } = this.connection
    socket.listen({
      frame: (frame) => this.#fromUpstream?.push(frame),
      closed: (code, reason) => this.#fromUpstream?.finish(() => void this.#upstreamClosed(code, reason)),
    })
  }

  frame(frame: Frame): void {
    if (!this.#isEnded) this.#fromCaller?.push(frame)
  }

  /** The caller has disconnected: the channel's abort policy applies to its open responses. */
  closed(): void {
    this.#isCallerGone = true
    this.#caller = undefined
    this.#fromCaller?.clear()
    const { policy, drainMs } = abortPolicyOf(this.connection.channel)
    if (policy === 'drain' && this.#turns.running > 0 && !this.deps.calls.draining)
      this.#drainUntil = Date.now() + drainMs
    else void this.#end('client_abort')
  }

  /** The caller's connection did not become a socket. */
  abandon(): void {
    void this.#end('client_abort')
  }

  /** Checks limits, once a second. */
  tick(now: number): void {
    this.#turns.releaseUnused(now)
    const isLate = this.#turns.running > 0 && now - this.#lastReceived > this.#limits.idle
    if (now > this.#drainUntil) void this.#end('client_abort')
    else if (now - this.#startedAt > this.#limits.total)
      void this.#fail(new ApiError('session_too_long'), 'total_timeout')
    else if (isLate && this.#fromUpstream?.isBusy !== true)
      void this.#fail(new ApiError('upstream_timeout'), 'idle_timeout')
    else this.#stopWhenIdle()
  }

  /** A server that shuts down lets responses finish, and starts no further one. */
  #stopWhenIdle(): void {
    if (this.deps.calls.draining && this.#turns.running === 0) {
      void this.#fail(new ApiError('shutting_down'), 'stop')
    }
  }

  /** An error ends the session, whether the quota is used up or it is unexpected. */
  async #runGuarded(work: () => Promise<void>): Promise<void> {
    if (this.#isEnded) return
    try {
      await work()
    } catch (error) {
      handleError(error, this.call, this.call.id, this.deps)
      const isMoney = error instanceof ApiError && error.code.startsWith('insufficient_')
      await this.#fail(toApiError(error), isMoney ? 'insufficient_quota' : 'upstream_error')
    }
  }

  async input(frame: Frame): Promise<void> {
    checkSize(frame)
    const words = readClientEvent(frame.toString())
    this.#conversation.addInput(words)
    if (words.asks || words.commits || words.text !== '' || words.sound > 0) {
      const next = await this.#turns.next()
      next.input = this.#conversation.input
      if (words.asks || words.commits) next.markRequested()
      await next.cover()
    }
    if (!this.#isEnded) await this.connection.socket.send(frame)
  }

  async #toCaller(frame: Frame): Promise<void> {
    checkSize(frame)
    this.#lastReceived = Date.now()
    const text = frame.toString()
    const event = readServerEvent(text)
    this.#conversation.handleEvent(event)
    const turn = await this.#accountFor(event)
    await this.#deliver(event.kind === 'error' ? redactErrorFrame(text, this.connection.channel) : frame)
    if (turn && !this.#isCallerGone) turn.markDelivered()
    if (event.kind === 'done') this.#afterResponse()
  }

  /** Holds or charges the cost of an event. Returns the turn to which it belongs. */
  async #accountFor(event: ServerEvent): Promise<Turn | undefined> {
    if (event.kind === 'begun') {
      const turn = await this.#turns.begin(event.response)
      await turn?.cover()
    } else if (event.kind === 'committed') {
      const next = await this.#turns.next()
      next.input = this.#conversation.input
      next.markRequested()
      await next.cover()
    } else if (event.kind === 'delta') {
      const turn = await this.#turns.begin(event.response)
      turn?.addOutput(
        event.text === '' ? 0 : estimateTokens(event.text, this.call.ratios),
        this.#conversation.outputAudioTokens(event.sound),
      )
      await turn?.cover()
      return turn
    } else if (event.kind === 'done') await this.#turns.chargeResponse(event, this.#isCallerGone)
    else if (event.kind === 'transcript') await this.#turns.chargeTranscript(event)
    return undefined
  }

  #afterResponse(): void {
    if (this.#isCallerGone && this.#turns.running === 0) void this.#end('client_abort')
    else this.#stopWhenIdle()
  }

  async #deliver(frame: Frame): Promise<void> {
    if (!this.#isEnded) await this.#caller?.send(frame)
  }

  async #upstreamClosed(code: number, reason: string): Promise<void> {
    if (this.#turns.running > 0) await this.#fail(new ApiError('upstream_cut'), 'upstream_error')
    else await this.#end('upstream_error', forwardedClose(code, reason, this.connection.channel))
  }

  #fail(failure: ApiError, reason: EndReason): Promise<void> {
    return this.#end(reason, { code: closeCodeOf(failure), reason: failure.code }, failure)
  }

  /** Charges what was delivered, then reports to the caller why the session ends. */
  async #end(
    reason: EndReason,
    closing: CloseInfo = { code: CLOSE_CODES.normal, reason: '' },
    failure?: ApiError,
  ): Promise<void> {
    if (this.#isEnded) return
    this.#isEnded = true
    this.deps.ticker.remove(this)
    this.#fromCaller?.clear()
    this.#fromUpstream?.clear()
    this.connection.socket.close()
    try {
      await this.#turns.close(this.#isCallerGone ? 'client_abort' : reason)
    } catch (error) {
      this.deps.services.log.error({ request_id: this.call.id, error: String(error) }, 'a response could not be billed')
    }
    if (failure) void this.#caller?.send(errorEvent(failure, this.call.language, this.call.id))
    this.#caller?.close(closing.code, closing.reason)
    for (const admission of this.session.admissions) admission.end()
    this.deps.calls.active -= 1
    this.deps.services.inFlight.end(this.connection.channel.id)
    this.deps.services.liveCalls.end(this.session.run)
    this.call.trace?.end(101, failure?.code)
  }
}

/** Throws frame_too_large. */
function checkSize(frame: Frame): void {
  if (frame.length > MAX_FRAME_BYTES) throw new ApiError('frame_too_large', { max: MAX_FRAME_BYTES / MEGABYTE })
}
