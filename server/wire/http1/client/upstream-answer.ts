import type { Way } from './way.ts'

/** A request to an upstream. */
export interface UpstreamRequest {
  /** POST by default. */
  method?: 'GET' | 'POST' | 'DELETE'
  url: string
  /** Must not be changed after the first request: their serialised text is cached with the object. */
  headers: Readonly<Record<string, string>>
  /** Empty for GET. */
  body: Uint8Array
  /**
   * For `ws:` and `wss:`, where nothing else marks the end of an answer: whether a frame is the last one of the
   * answer, so that the connection can be closed.
   */
  isLast?: (frame: string) => boolean
  /** How its channel is reached, where that is not straight. */
  way?: Way | undefined
}

/** An answer whose head has arrived. */
export interface UpstreamAnswer {
  readonly status: number
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
  /**
   * Returns the next bytes of the body, undefined at its end; synchronously when they have arrived. Rejects when
   * the answer breaks off. One reader at a time; without a pending read, the upstream is slowed down.
   */
  read(): Buffer | undefined | Promise<Buffer | undefined>
  /**
   * Calls `take` with each chunk of the rest of the body, synchronously as it arrives: a promise per chunk is the
   * largest cost of a stream. While a promise of `take` is pending, chunks wait and the upstream is slowed down.
   * Resolves at the end; rejects when the answer breaks off, or with what `take` rejects with. Must not be called
   * during a pending `read`.
   */
  each(take: TakeChunk): Promise<void>
  /**
   * Returns the rest of the body, decoded; synchronously when it has arrived and is small. `keep` is called with
   * the size of each chunk before it is kept, and may throw. Rejects when the body breaks off, and with what `keep`
   * throws; the rest is not read then.
   */
  bytes(keep?: CheckSize): Buffer | Promise<Buffer>
}

/** Called with the number of additional bytes to be kept in memory. Throws when they may not be kept. */
export type CheckSize = (bytes: number) => void

/** Takes a chunk of a body; returns a promise when it is not ready for the next one. */
export type TakeChunk = (part: Buffer) => Promise<unknown> | undefined

/** A request in progress. */
export interface Exchange {
  /**
   * Rejects when the upstream cannot be reached. Redirects are answers: a credential must not travel to another
   * host.
   */
  answer: Promise<UpstreamAnswer>
  /** Ends the connection; a pending answer or read rejects with the reason. Does nothing after the end. */
  cancel(reason: string): void
}
