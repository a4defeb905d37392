import type { Ticker, TickTask } from '../../../platform/async/ticker.ts'
import type { Exchange } from '../../../wire/http1/client/upstream-answer.ts'
import type { DisconnectSignal } from '../../../wire/http1/shared/request.ts'

/**
 * Cancels an exchange when its caller disconnects, or when its answer has not started within one second after the
 * deadline.
 */
export class ExchangeWatch implements TickTask {
  /** Whether the deadline has passed. */
  isLate = false

  constructor(
    private readonly ticker: Ticker,
    private readonly caller: DisconnectSignal,
    private readonly exchange: Pick<Exchange, 'cancel'>,
    /** Milliseconds since the epoch. */
    private readonly deadline: () => number,
  ) {
    ticker.add(this)
    caller.addEventListener('abort', this)
    if (caller.aborted) this.handleEvent()
  }

  tick(now: number): void {
    if (now < this.deadline()) return
    this.isLate = true
    this.end()
    this.exchange.cancel('the upstream did not begin to answer in time')
  }

  /** The caller has disconnected. */
  handleEvent(): void {
    this.exchange.cancel('the caller hung up')
  }

  end(): void {
    this.ticker.remove(this)
    this.caller.removeEventListener('abort', this)
  }
}
