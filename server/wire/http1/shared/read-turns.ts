/** A socket, or what holds one back. */
interface Readable {
  pause(): unknown
  resume(): unknown
}

/** Bytes that are taken in half a millisecond after they have arrived. */
export const RESTED_BYTES = 256 * 1024

/** Connections that wait for their turn to be read again; that which is next comes first. */
const resting: Readable[] = []

/**
 * Holds a connection back that has delivered many bytes at once. One of those is read in a turn of the event loop: the
 * runtime would take up to eleven pieces of 512 KB from each of them, and nothing else meanwhile.
 */
export function restAfter(bytes: number, connection: Readable): void {
  if (bytes < RESTED_BYTES) return
  connection.pause()
  if (resting.push(connection) === 1) setImmediate(resumeNext)
}

function resumeNext(): void {
  resting.shift()?.resume()
  if (resting.length > 0) setImmediate(resumeNext)
}
