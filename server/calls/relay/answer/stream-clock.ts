import type { EndReason } from '#contract/receipt.ts'
import type { TickTask } from '../../../platform/async/ticker.ts'
import type { AnsweredAttempt } from '../attempt/attempt.ts'
import { timeLimitsOf } from '../attempt/time-limits.ts'
import { noteLate } from '../attempt/try-channel.ts'
import type { Call } from '../call/call.ts'
import type { RelayDeps } from '../deps/deps.ts'

const KEEP_ALIVE_MS = 15_000

/** The stream that a clock watches. */
interface Watched {
  /** The caller's socket takes no more for now. */
  readonly isBlocked: boolean
  keepAlive(): void
  cutOff(reason: EndReason): void
}

/** Looks at the time limits of a stream once a second, and keeps its caller's connection alive. */
export class StreamClock implements TickTask {
  /** From the begin of the call to the first byte of the answer, in milliseconds; −1000 = nothing has arrived. */
  firstByteMs = -1000
  #lastRead = Date.now()
  #lastWrite = Date.now()
  #watched: Watched | undefined

  constructor(
    private readonly call: Call,
    private readonly attempt: AnsweredAttempt,
    private readonly deps: Pick<RelayDeps, 'ticker' | 'services'>,
  ) {}

  start(watched: Watched): void {
    this.#watched = watched
    this.deps.ticker.add(this)
  }

  stop(): void {
    this.deps.ticker.remove(this)
  }

  /** The upstream has sent something. Returns whether it was the first byte. */
  noteRead(): boolean {
    this.#lastRead = Date.now()
    if (this.firstByteMs >= 0) return false
    const { channel, startedAt } = this.attempt
    this.firstByteMs = this.#lastRead - this.call.startedAt
    this.deps.services.circuits.began(channel.id, this.call.model, true, this.#lastRead - startedAt)
    return true
  }

  /** What was just read is written. */
  noteWrite(): void {
    this.#lastWrite = this.#lastRead
  }

  tick(now: number): void {
    const watched = this.#watched
    if (!watched) return
    const limits = timeLimitsOf(this.attempt.channel)
    if (this.firstByteMs < 0 && now > this.attempt.firstByteBy()) {
      noteLate(this.attempt, this.call, this.deps.services)
      watched.cutOff('first_byte_timeout')
    } else if (now - this.#lastRead > limits.idle && !watched.isBlocked) watched.cutOff('idle_timeout')
    else if (now - this.call.startedAt > limits.total) watched.cutOff('total_timeout')
    else if (now - this.#lastWrite > KEEP_ALIVE_MS && !watched.isBlocked) {
      this.#lastWrite = now
      watched.keepAlive()
    }
  }
}
