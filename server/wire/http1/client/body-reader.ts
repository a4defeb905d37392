import { slice } from '../shared/bytes.ts'
import type { Framing } from './answer-head.ts'

/** Extracts a body from arriving bytes, however they are cut. */
export interface BodyReader {
  /** Returns the body bytes in `bytes` from `start` on. Throws when they violate the framing. */
  push(bytes: Buffer, start?: number): Buffer[]
  /** Bytes of the last push that follow the body. */
  readonly surplus: number
  /** The body is complete. */
  readonly isDone: boolean
  /** Whether the body is complete when the connection closes here. */
  readonly endsWithConnection: boolean
}

/** Creates the reader of one body. */
export function createBodyReader(framing: Framing): BodyReader {
  if (framing.kind === 'chunked') return new ChunkedBody()
  return new PlainBody(framing.kind === 'length' ? framing.bytes : Number.POSITIVE_INFINITY)
}

class PlainBody implements BodyReader {
  surplus = 0

  constructor(private left: number) {}

  push(bytes: Buffer, start = 0): Buffer[] {
    const end = Math.min(bytes.length, start + this.left)
    this.left -= end - start
    this.surplus = bytes.length - end
    return end > start ? [slice(bytes, start, end)] : []
  }

  get isDone(): boolean {
    return this.left === 0
  }

  get endsWithConnection(): boolean {
    return this.left === Number.POSITIVE_INFINITY
  }
}

const LF = 0x0a
const CR = 0x0d
/** Size lines may contain extensions, and trailers are headers: real ones are shorter than this. */
const MAX_LINE = 8192
const SIZE_LINE = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i

/** Chunked coding: https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
class ChunkedBody implements BodyReader {
  surplus = 0
  isDone = false
  readonly endsWithConnection = false
  #state: 'size' | 'data' | 'end' | 'trailer' = 'size'
  /** Bytes of the chunk that have not arrived yet. */
  #left = 0
  #line = ''

  push(bytes: Buffer, start = 0): Buffer[] {
    const parts: Buffer[] = []
    let at = start
    while (at < bytes.length && !this.isDone) {
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, at + this.#left)
        parts.push(slice(bytes, at, end))
        this.#left -= end - at
        if (this.#left === 0) this.#state = 'end'
        at = end
        continue
      }
      const behind = this.#line === '' ? this.#fastLine(bytes, at) : -1
      if (behind > 0) {
        at = behind
        continue
      }
      const feed = bytes.indexOf(LF, at)
      const end = feed < 0 ? bytes.length : feed
      this.#line += bytes.toString('latin1', at, end)
      if (this.#line.length > MAX_LINE) throw new Error('a line of the chunked answer is too long')
      at = end + 1
      if (feed >= 0) this.#handleLine()
    }
    this.surplus = Math.max(0, bytes.length - at)
    return parts
  }

  /**
   * Parses the two lines that surround nearly every chunk, digit by digit. Returns the position after them, −1 =
   * another line.
   */
  #fastLine(bytes: Buffer, at: number): number {
    let size = 0
    let next = at
    for (let digit = hexValue(bytes[next]); digit >= 0; digit = hexValue(bytes[++next])) size = size * 16 + digit
    const digits = next - at
    if (bytes[next] !== CR || bytes[next + 1] !== LF) return -1
    if (this.#state === 'end' && digits === 0) this.#state = 'size'
    else if (this.#state === 'size' && size > 0 && digits <= 12) {
      this.#left = size
      this.#state = 'data'
    } else return -1
    return next + 2
  }

  #handleLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
    this.#line = ''
    if (this.#state === 'trailer') {
      this.isDone = line === ''
    } else if (this.#state === 'end') {
      if (line !== '') throw new Error('a chunk of the answer is longer than announced')
      this.#state = 'size'
    } else {
      const size = SIZE_LINE.exec(line)?.[1]
      if (size === undefined) throw new Error('a chunk of the answer has no size')
      this.#left = Number.parseInt(size, 16)
      this.#state = this.#left === 0 ? 'trailer' : 'data'
    }
  }
}

/** Returns the value of a hexadecimal digit, −1 = not a digit. */
function hexValue(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
