import type { HangUp, Incoming } from '../relay/incoming.ts'
import type { PlainCall } from './plain-call.ts'

/** A call that was read from a socket, for as long as it runs. */
export class TakenCall implements Incoming, HangUp {
  readonly secure = false
  readonly url: string
  readonly header: Incoming['header']
  readonly hangUp = this
  aborted = false
  #listeners: (() => void)[] = []

  constructor(
    { url, header }: PlainCall,
    readonly peer: string,
    private readonly bytes: Buffer,
  ) {
    this.url = url
    this.header = header
  }

  body(): Buffer {
    return this.bytes
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    const index = this.#listeners.indexOf(listener)
    if (index >= 0) this.#listeners.splice(index, 1)
  }

  /** The caller has gone. */
  abort(): void {
    this.aborted = true
    const listeners = this.#listeners
    this.#listeners = []
    for (const listener of listeners) listener()
  }
}
