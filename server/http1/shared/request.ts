import type { Reservation } from '../../memory/memory-budget.ts'

/** What tells where a request came from. */
export interface Arrival {
  /** Address of the other end of the connection. */
  peer: string
  secure: boolean
  /** A header by its lower-case name. */
  header(name: string): string | undefined
}

/** A call as it came in, over whatever kind of connection. */
export interface Incoming extends Arrival {
  /** Path and query, or the whole address. */
  url: string
  /** Bytes that the body is announced to have; 0 = nobody says. */
  length: number
  /** `came` is told of the parts of a body whose length nobody said, and may throw. */
  body(came?: (bytes: number) => void): Buffer | Promise<Buffer>
  /** The memory reserved for the body. Whoever reads the body releases it. */
  reservation: Reservation | undefined
  /** The body was given up before its end: nothing else can come on the connection. */
  isCutOff?: boolean
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
