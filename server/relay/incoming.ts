import type { Arrival } from '../http/client-ip.ts'

/** A call as it came in, over whatever kind of connection. */
export interface Incoming extends Arrival {
  /** Path and query, or the whole address. */
  url: string
  /** Bytes that the body is announced to have; 0 = nobody says. */
  length: number
  body(): Buffer | Promise<Buffer>
  hangUp: HangUp
}

/** Tells when the caller has gone. An AbortSignal is one. */
export interface HangUp {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: HangUpListener): void
  removeEventListener(type: 'abort', listener: HangUpListener): void
}

/** As the web's event targets have it. */
export type HangUpListener = (() => void) | { handleEvent(): void }
