import type { Reservation } from '../../memory/memory-budget.ts'
import type { HangUp, HangUpListener, Incoming } from '../shared/request.ts'
import type { PlainCall } from './plain-call.ts'

const NOTHING = Buffer.alloc(0)

/** A call that was read from a socket, for as long as it runs. */
export class TakenCall implements Incoming, HangUp {
  readonly secure = false
  readonly url: string
  readonly header: Incoming['header']
  readonly hangUp = this
  readonly length: number
  aborted = false
  #bytes: Buffer
  #listeners: HangUpListener[] = []

  constructor(
    { url, header }: PlainCall,
    readonly peer: string,
    bytes: Buffer,
    public reservation: Reservation | undefined,
  ) {
    this.url = url
    this.length = bytes.length
    this.header = header
    this.#bytes = bytes
  }

  /** Gives the body away: a long stream must not hold its memory. */
  body(): Buffer {
    const bytes = this.#bytes
    this.#bytes = NOTHING
    return bytes
  }

  addEventListener(_type: 'abort', listener: HangUpListener): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: HangUpListener): void {
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners.splice(index, 1)
  }

  /** The caller has gone. */
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
