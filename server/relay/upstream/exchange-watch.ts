import type { Clock, Ticking } from '../../async/ticker.ts'
import type { Exchange } from '../../http1/client/answer.ts'
import type { HangUp } from '../../http1/shared/request.ts'

/** Ends an exchange when its caller hangs up, or when its answer has not begun within a second after its time. */
export class Watch implements Ticking {
  /** The time was over. */
  late = false

  constructor(
    private readonly clock: Clock,
    private readonly caller: HangUp,
    private readonly exchange: Pick<Exchange, 'cancel'>,
    /** Milliseconds since the epoch. */
    private readonly latest: number,
  ) {
    clock.add(this)
    caller.addEventListener('abort', this)
    if (caller.aborted) this.handleEvent()
  }

  tick(now: number): void {
    if (now < this.latest) return
    this.late = true
    this.end()
    this.exchange.cancel('the upstream did not begin to answer in time')
  }

  /** The caller has hung up. */
  handleEvent(): void {
    this.exchange.cancel('the caller hung up')
  }

  end(): void {
    this.clock.remove(this)
    this.caller.removeEventListener('abort', this)
  }
}
