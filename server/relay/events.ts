/** Cuts a byte stream into server-sent events without copying whole ones. Keeps at most one unfinished event. */

const LF = 0x0a
const CR = 0x0d
/** An event larger than this is no event: the upstream sends something else. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024

/** Where the last complete event ends in `bytes`: behind a blank line (LF or CRLF); 0 = none is complete. */
export function lastEventEnd(bytes: Buffer): number {
  for (let at = bytes.length - 1; at > 0; at = bytes.lastIndexOf(LF, at - 1)) {
    if (bytes[at] !== LF) {
      at = bytes.lastIndexOf(LF, at)
      if (at <= 0) return 0
    }
    if (endsBlankLine(bytes, at)) return at + 1
  }
  return 0
}

/** Where the event that begins at `start` ends; −1 = it is not complete. */
export function eventEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(LF, start); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (at > start && endsBlankLine(bytes, at)) return at + 1
  }
  return -1
}

function endsBlankLine(bytes: Buffer, lf: number): boolean {
  const before = bytes[lf - 1]
  return before === LF || (before === CR && bytes[lf - 2] === LF)
}

/** Joins what arrives with the unfinished rest of what came before. */
export class EventBuffer {
  #rest: Buffer | undefined

  /** Complete events in the bytes so far; undefined = none yet. Throws when an event grows beyond reason. */
  push(chunk: Buffer): Buffer | undefined {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk
    const end = lastEventEnd(bytes)
    if (end === bytes.length) {
      this.#rest = undefined
      return bytes
    }
    this.#rest = bytes.subarray(end)
    if (this.#rest.length > MAX_EVENT_BYTES) throw new Error('an event of the stream is too large')
    return end > 0 ? bytes.subarray(0, end) : undefined
  }

  /** What is left when the stream ends; some upstreams leave out the last blank line. */
  takeRest(): Buffer | undefined {
    const rest = this.#rest
    this.#rest = undefined
    return rest
  }
}
