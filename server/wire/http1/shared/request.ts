import type { RequestOrigin } from '../../../platform/http/request-origin.ts'
import type { Reservation } from '../../../platform/memory/memory-budget.ts'

/** Why a body is not taken in: it arrives too slowly, or its reservation cannot grow. */
export type Refusal = 'too slow' | Error

/** A request to the relay, over any kind of connection. */
export interface RelayRequest extends RequestOrigin {
  /** Path and query, or the absolute URL. */
  url: string
  /** The announced length of the body in bytes; 0 = unknown. */
  length: number
  /** The body has yet to arrive, and may take long. */
  isArriving?: true
  /** Why the call is refused before anything of it is looked at. */
  refusal?: Refusal | undefined
  /**
   * Returns the body. One that arrives is read up to so many bytes; `onBytes` is called with the size of each piece, and
   * may throw.
   */
  body(maxBytes: number, onBytes?: (bytes: number) => void): Buffer | Promise<Buffer>
  /** The memory reserved for the body; the reader of the body releases it. */
  reservation: Reservation | undefined
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
