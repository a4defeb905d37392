import type { RequestOrigin } from '../../../platform/http/request-origin.ts'
import type { Reservation } from '../../../platform/memory/memory-budget.ts'

/** A request to the relay, over any kind of connection. */
export interface RelayRequest extends RequestOrigin {
  /** Path and query, or the absolute URL. */
  url: string
  /** The announced length of the body in bytes; 0 = unknown. */
  length: number
  /** Reads the body. `came` is called with the size of each chunk of a body of unknown length, and may throw. */
  body(came?: (bytes: number) => void): Buffer | Promise<Buffer>
  /** The memory reserved for the body; the reader of the body releases it. */
  reservation: Reservation | undefined
  /** The body was abandoned before its end: the connection cannot be reused. */
  isBodyAborted?: boolean
  disconnect: DisconnectSignal
}

/** Signals that the caller has disconnected. Compatible with AbortSignal. */
export interface DisconnectSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: DisconnectListener): void
  removeEventListener(type: 'abort', listener: DisconnectListener): void
}

/** A listener as the web's event targets accept it. */
export type DisconnectListener = (() => void) | { handleEvent(): void }
