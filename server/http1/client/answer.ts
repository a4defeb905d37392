/** A request to an upstream. */
export interface UpstreamRequest {
  /** POST when not said. */
  method?: 'GET' | 'POST'
  url: string
  /** Not changed after they were sent: their text is kept with the object. */
  headers: Readonly<Record<string, string>>
  /** Empty for GET. */
  body: Uint8Array
  /**
   * For `ws:` and `wss:`, where nothing else marks the end of an answer: whether a frame is the last of it, so that the
   * connection can be closed.
   */
  isLast?: (frame: string) => boolean
}

/** An answer whose head has arrived. */
export interface UpstreamAnswer {
  readonly status: number
  /** A header by its lower-case name. */
  header(name: string): string | undefined
  /**
   * The next bytes of the body, undefined at its end; answers at once when they have arrived. Rejects when the answer
   * breaks off. One reader at a time; while nobody reads, the upstream is slowed down.
   */
  read(): Buffer | undefined | Promise<Buffer | undefined>
  /**
   * Calls `take` with each part of the rest of the body, in the moment of its arrival: a promise per part is what a
   * stream costs most. While a promise of `take` is open, parts wait and the upstream is slowed down. Resolves at the
   * end; rejects when the answer breaks off, or with what `take` rejects with. Not to be mixed with an open `read`.
   */
  each(take: Take): Promise<void>
  /**
   * The rest of the body, decoded; at once when it has arrived and is small. `keep` learns of each part before it is
   * kept, and may refuse it. Rejects when the body breaks off, and with what `keep` throws; the rest is not read then.
   */
  bytes(keep?: Keep): Buffer | Promise<Buffer>
}

/** Learns how many bytes more are to be kept in memory. Throws when they may not. */
export type Keep = (bytes: number) => void

/** Takes a part of a body; a promise when it is not ready for the next one at once. */
export type Take = (part: Buffer) => Promise<unknown> | undefined

/** A request on its way. */
export interface Exchange {
  /** Rejects when the upstream cannot be reached. Redirects are answers: a credential must not travel to another host. */
  answer: Promise<UpstreamAnswer>
  /** Ends the connection; whoever waits for the answer or its bytes gets an error with the reason. Nothing after the end. */
  cancel(reason: string): void
}
