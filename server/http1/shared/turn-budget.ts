/**
 * Bytes of one connection that are handled in one turn of the event loop. Converting this many takes about a
 * millisecond, which is how long a fast stream may delay all other connections.
 */
export const BYTES_PER_TURN = 16 * 1024

/** Resolves in a later turn of the event loop, after the other connections had theirs. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** Counts the bytes that a connection handles. */
export class TurnBudget {
  #bytes = 0

  /**
   * Counts bytes that are being handled. Returns a promise when the connection has handled BYTES_PER_TURN since the
   * last one: it must handle no more until that resolves. An ordinary stream waits only once in many turns.
   */
  after(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes
    if (this.#bytes < BYTES_PER_TURN) return undefined
    this.#bytes = 0
    return nextTurn()
  }
}
