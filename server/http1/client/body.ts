import { partOf } from '../shared/slice.ts'
import type { Framing } from './head.ts'

/** Takes a body out of what arrives, however it is cut. */
export interface Body {
  /** The body bytes in `bytes` behind `start`. Throws when they break the framing. */
  push(bytes: Buffer, start?: number): Buffer[]
  /** Bytes of the last push that lie behind the body. */
  readonly surplus: number
  /** The body is complete. */
  readonly done: boolean
  /** Whether the body is complete when the connection closes here. */
  readonly endsWithConnection: boolean
}

/** A reader for one body. */
export function createBody(framing: Framing): Body {
  if (framing.kind === 'chunked') return new ChunkedBody()
  return new PlainBody(framing.kind === 'length' ? framing.bytes : Number.POSITIVE_INFINITY)
}

class PlainBody implements Body {
  surplus = 0

  constructor(private left: number) {}

  push(bytes: Buffer, start = 0): Buffer[] {
    const end = Math.min(bytes.length, start + this.left)
    this.left -= end - start
    this.surplus = bytes.length - end
    return end > start ? [partOf(bytes, start, end)] : []
  }

  get done(): boolean {
    return this.left === 0
  }

  get endsWithConnection(): boolean {
    return this.left === Number.POSITIVE_INFINITY
  }
}

const LF = 0x0a
const CR = 0x0d
/** Size lines may carry extensions, and trailers are headers: nobody sends more than this in one line. */
const MAX_LINE = 8192
const SIZE_LINE = /^([0-9a-f]{1,12})[ \t]*(?:;|$)/i

/** Chunked coding: https://www.rfc-editor.org/rfc/rfc9112#section-7.1 */
class ChunkedBody implements Body {
  surplus = 0
  done = false
  readonly endsWithConnection = false
  #state: 'size' | 'data' | 'end' | 'trailer' = 'size'
  /** Bytes of the chunk that have not come yet. */
  #left = 0
  #line = ''

  push(bytes: Buffer, start = 0): Buffer[] {
    const parts: Buffer[] = []
    let at = start
    while (at < bytes.length && !this.done) {
      if (this.#state === 'data') {
        const end = Math.min(bytes.length, at + this.#left)
        parts.push(partOf(bytes, at, end))
        this.#left -= end - at
        if (this.#left === 0) this.#state = 'end'
        at = end
        continue
      }
      const behind = this.#line === '' ? this.#plainLine(bytes, at) : -1
      if (behind > 0) {
        at = behind
        continue
      }
      const feed = bytes.indexOf(LF, at)
      const end = feed < 0 ? bytes.length : feed
      this.#line += bytes.toString('latin1', at, end)
      if (this.#line.length > MAX_LINE) throw new Error('a line of the chunked answer is too long')
      at = end + 1
      if (feed >= 0) this.#takeLine()
    }
    this.surplus = Math.max(0, bytes.length - at)
    return parts
  }

  /** Takes the two lines that stand around nearly every chunk, digit by digit. Answers the place behind, −1 = another. */
  #plainLine(bytes: Buffer, at: number): number {
    let size = 0
    let next = at
    for (let digit = digitOf(bytes[next]); digit >= 0; digit = digitOf(bytes[++next])) size = size * 16 + digit
    const digits = next - at
    if (bytes[next] !== CR || bytes[next + 1] !== LF) return -1
    if (this.#state === 'end' && digits === 0) this.#state = 'size'
    else if (this.#state === 'size' && size > 0 && digits <= 12) {
      this.#left = size
      this.#state = 'data'
    } else return -1
    return next + 2
  }

  #takeLine(): void {
    const line = this.#line.endsWith('\r') ? this.#line.slice(0, -1) : this.#line
    this.#line = ''
    if (this.#state === 'trailer') {
      this.done = line === ''
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

/** The value of a hexadecimal digit, −1 = it is none. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
