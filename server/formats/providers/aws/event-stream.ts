import { crc32 } from 'node:zlib'

/** One message of an event stream: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html */
export interface Frame {
  /** Its headers of type string. */
  headers: Record<string, string>
  payload: Buffer
}

/** Bytes of the two lengths and their checksum. */
const PRELUDE = 12
const CHECKSUM = 4
/** The limit of AWS's own clients. */
const MAX_BYTES = 24 * 1024 * 1024
const TEXT = 7
/** Bytes of a header's value by its type; values of other types are prefixed with their length. */
const FIXED_SIZES = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16] as const

/** Splits bytes, cut anywhere, into messages. Throws if a length or checksum is wrong. */
export class EventStreamDecoder {
  #parts: Buffer[] = []
  #length = 0
  /** Bytes needed to complete the next message. */
  #needed = PRELUDE

  push(bytes: Buffer): Frame[] {
    this.#parts.push(bytes)
    this.#length += bytes.length
    if (this.#length < this.#needed) return []
    let rest = this.#parts.length === 1 ? bytes : Buffer.concat(this.#parts)
    const frames: Frame[] = []
    for (this.#needed = neededFor(rest); rest.length >= this.#needed; this.#needed = neededFor(rest)) {
      frames.push(frameOf(rest.subarray(0, this.#needed)))
      rest = rest.subarray(this.#needed)
    }
    this.#parts = rest.length > 0 ? [rest] : []
    this.#length = rest.length
    return frames
  }

  /** Whether an incomplete message is buffered. */
  get isOpen(): boolean {
    return this.#length > 0
  }
}

function neededFor(bytes: Buffer): number {
  if (bytes.length < PRELUDE) return PRELUDE
  if (crc32(bytes.subarray(0, 8)) !== bytes.readUInt32BE(8)) throw new Error('a message has a wrong prelude checksum')
  const total = bytes.readUInt32BE(0)
  if (total > MAX_BYTES || total < PRELUDE + bytes.readUInt32BE(4) + CHECKSUM) {
    throw new Error('a message has a wrong length')
  }
  return total
}

function frameOf(bytes: Buffer): Frame {
  const end = bytes.length - CHECKSUM
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) throw new Error('a message has a wrong checksum')
  const headersEnd = PRELUDE + bytes.readUInt32BE(4)
  return { headers: headersOf(bytes.subarray(PRELUDE, headersEnd)), payload: bytes.subarray(headersEnd, end) }
}

function headersOf(bytes: Buffer): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at)
    const name = bytes.toString('utf8', at + 1, nameEnd)
    const type = bytes.readUInt8(nameEnd)
    const fixed = FIXED_SIZES[type]
    if (fixed === undefined && type >= FIXED_SIZES.length) throw new Error('a message has a header of an unknown type')
    const start = nameEnd + (fixed === undefined ? 3 : 1)
    const end = start + (fixed ?? bytes.readUInt16BE(nameEnd + 1))
    if (end > bytes.length) throw new Error('a message has a header that is longer than all of them')
    if (type === TEXT) headers[name] = bytes.toString('utf8', start, end)
    at = end
  }
  return headers
}
