/**
 * Bytes of one connection that are handled in one turn of the event loop. Converting this many takes about a
 * millisecond, which is how long a fast stream may delay all other connections.
 */
export const BYTES_PER_TURN = 16 * 1024
/** Where all connections together have handled BYTES_PER_TURN, one of them may handle this number of bytes. */
const SHARE_BYTES = 4 * 1024

/** Resolves in a later turn of the event loop, after the other connections had theirs. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** What all connections have handled in this turn, or in a few turns of little. */
let allBytes = 0

function countForAll(bytes: number): void {
  const wasFull = allBytes >= BYTES_PER_TURN
  allBytes += bytes
  if (!wasFull && allBytes >= BYTES_PER_TURN) {
    setImmediate(() => {
      allBytes = 0
    })
  }
}

/** Returns how many bytes a connection may handle in one piece now. */
export const pieceBytes = (): number => (allBytes < BYTES_PER_TURN ? BYTES_PER_TURN : SHARE_BYTES)

/** Counts the bytes that a connection handles. */
export class TurnBudget {
  #bytes = 0

  /**
   * Counts bytes that are being handled. Returns a promise when the connection has handled its part since the last one:
   * it must handle no more until that resolves. The part is BYTES_PER_TURN, and less while others handle much: several
   * fast streams must not delay the others several times as long. An ordinary stream waits only once in many turns.
   */
  after(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes
    countForAll(bytes)
    if (this.#bytes < pieceBytes()) return undefined
    this.#bytes = 0
    return nextTurn()
  }
}
