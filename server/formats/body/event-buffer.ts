/**
 * Splits a byte stream into server-sent events without copying complete ones. Keeps at most one unfinished event.
 * Lines end with LF, CRLF or CR, and a blank line ends an event:
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */

const LF = 0x0a
const CR = 0x0d
/** A stream with a larger event is rejected: the upstream does not send events. */
const MAX_EVENT_BYTES = 16 * 1024 * 1024

/**
 * Returns the position after the last complete event in `bytes`; 0 = there is none. Blank lines that end before
 * `from` are not searched.
 */
export function lastEventEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.length - 1; at >= from; at--) {
    const end = blankLineEnd(bytes, at)
    if (end > 0) return end
  }
  return 0
}

/** Returns the events of `bytes`; the last event ends where `bytes` does. */
export function splitEvents(bytes: Buffer): Buffer[] {
  const eventEnd = bytes.indexOf(CR) < 0 ? eventEndByLF : eventEndByAny
  const events: Buffer[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = eventEnd(bytes, start)
    events.push(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end))
    start = end
  }
  return events
}

/** Returns the end of the event that begins at `start`, where all lines end with LF. */
function eventEndByLF(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(LF, start); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (at > start && bytes[at - 1] === LF) return at + 1
  }
  return bytes.length
}

function eventEndByAny(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const end = blankLineEnd(bytes, at)
    if (end > 0) return end
  }
  return bytes.length
}

/**
 * Returns the position after the blank line whose line end contains the byte at `at`; 0 = there is none, or the
 * next byte is needed to decide.
 */
function blankLineEnd(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte !== LF && byte !== CR) return 0
  const before = bytes[at - 1]
  if (byte === LF) {
    if (before === LF) return at + 1
    const first = before === CR ? bytes[at - 2] : undefined
    return first === LF || first === CR ? at + 1 : 0
  }
  if (before !== CR && before !== LF) return 0
  if (bytes[at + 1] === LF) return at + 2
  // After an LF this CR is probably the first half of a CRLF.
  return before === LF && at + 1 === bytes.length ? 0 : at + 1
}

/**
 * Joins arriving chunks with the unfinished rest of earlier ones. The work does not depend on how the stream was
 * cut.
 */
export class EventBuffer {
  /** Begins with the unfinished event; may have spare capacity. */
  #buffer: Buffer = Buffer.alloc(0)
  #length = 0

  /** Returns the complete events so far; undefined = none yet. Throws when an event exceeds MAX_EVENT_BYTES. */
  push(chunk: Buffer): Buffer | undefined {
    const known = this.#length
    const bytes = known === 0 ? chunk : this.#append(chunk)
    const end = lastEventEnd(bytes, Math.max(0, known - 1))
    this.#length = bytes.length - end
    if (this.#length === 0) return bytes
    if (this.#length > MAX_EVENT_BYTES) throw new Error('an event of the stream is too large')
    if (known === 0 || end > 0) this.#buffer = bytes.subarray(end)
    return end > 0 ? bytes.subarray(0, end) : undefined
  }

  #append(chunk: Buffer): Buffer {
    const length = this.#length + chunk.length
    if (length > this.#buffer.length) {
      // Doubles the size, so that a large event is not copied for every chunk.
      const larger = Buffer.allocUnsafe(2 * length)
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    chunk.copy(this.#buffer, this.#length)
    return this.#buffer.subarray(0, length)
  }

  /** Bytes of memory that the unfinished event occupies. */
  get heldBytes(): number {
    return this.#length > 0 ? this.#buffer.length : 0
  }

  /** Returns the unfinished rest at the end of the stream; some upstreams omit the last blank line. */
  takeRest(): Buffer | undefined {
    const rest = this.#length > 0 ? this.#buffer.subarray(0, this.#length) : undefined
    this.#length = 0
    return rest
  }
}
