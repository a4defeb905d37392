/** What a call is answered with, over whatever kind of connection. */
export interface Reply {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** A stream is written by its run, which begins when the connection is ready for it. */
  body: Uint8Array<ArrayBuffer> | string | StreamBody
  /** Gives back the memory that is reserved for the body. To be called when it is sent, or never will be. */
  release?: () => void
}

export interface StreamBody {
  /** Writes the body and ends the sink. Never rejects. */
  run(sink: Sink): Promise<void>
  /** The caller has gone. */
  hangUp(): void
}

/** Where a stream goes. */
export interface Sink {
  /** Sends at once; a promise when the connection should take what it has before more is written. */
  write(bytes: Uint8Array | string): Promise<unknown> | undefined
  /** Ends the body, with its last bytes. */
  end(last?: Uint8Array): void
}
