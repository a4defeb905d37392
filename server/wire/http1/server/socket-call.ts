import type { Reservation } from '../../../platform/memory/memory-budget.ts'
import type { DisconnectListener, DisconnectSignal, Refusal, RelayRequest } from '../shared/request.ts'
import type { FastPathCall } from './fast-path-call.ts'

const NOTHING = Buffer.alloc(0)

/** A call that was read from a socket, while it runs. */
export class SocketCall implements RelayRequest, DisconnectSignal {
  readonly secure = false
  readonly url: string
  readonly header: RelayRequest['header']
  readonly disconnect = this
  readonly length: number
  aborted = false
  #bytes: Buffer
  #listeners: DisconnectListener[] = []

  constructor(
    { url, header, length }: FastPathCall,
    readonly peer: string,
    bytes: Buffer,
    public reservation: Reservation | undefined,
    readonly refusal?: Refusal,
  ) {
    this.url = url
    this.length = length
    this.header = header
    this.#bytes = bytes
  }

  /** Returns the body and drops it: a long stream must not keep its memory. */
  body(): Buffer {
    const bytes = this.#bytes
    this.#bytes = NOTHING
    return bytes
  }

  addEventListener(_type: 'abort', listener: DisconnectListener): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: DisconnectListener): void {
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners.splice(index, 1)
  }

  /** The caller has disconnected. */
  abort(): void {
    this.aborted = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) {
      if (typeof listener === 'function') listener()
      else listener.handleEvent()
    }
  }
}
