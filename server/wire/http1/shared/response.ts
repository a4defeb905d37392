/** The response to a call, over any kind of connection. */
export interface RelayResponse {
  status: number
  /** By lower-case name. */
  headers: Record<string, string>
  /** A stream is written by its `run`, which is called when the connection is ready for it. */
  body: Uint8Array<ArrayBuffer> | string | StreamBody
  /** Releases the memory that is reserved for the body. To be called when it has been sent, or will not be. */
  release?: () => void
  /** The call goes on when the response has been sent. */
  isOngoing?: true | undefined
}

export interface StreamBody {
  /** Writes the body and ends the sink. Never rejects. */
  run(sink: Sink): Promise<void>
  /** The caller has disconnected. */
  disconnect(): void
}

/** The destination of a stream. */
export interface Sink {
  /** Sends at once; returns a promise when the connection should drain before more is written. */
  write(bytes: Uint8Array | string): Promise<unknown> | undefined
  /** Ends the body, with its last bytes. */
  end(last?: Uint8Array): void
}
