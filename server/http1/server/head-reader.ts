import type { HeaderReader } from '../shared/header-text.ts'
import { type PlainCall, plainCall } from './plain-call.ts'

/** A head in two pieces: between them stood the length of the body. */
interface KnownHead {
  before: Buffer
  behind: Buffer
  call: PlainCall
}

/** Longer heads are not worth their memory. */
const MAX_KNOWN_BYTES = 2048
const MAX_DIGITS = 15
const LENGTH_BEGINS = /\ncontent-length:[ \t]*/i
const ZERO = 0x30

/** Reads the heads of one connection. Whoever keeps it sends the same one again and again, but for the body's length. */
export class HeadReader {
  #known: KnownHead | undefined

  /** As `plainCall`; but the headers do not tell the length, which is in the call. */
  read(bytes: Buffer): ReturnType<typeof plainCall> {
    const repeated = this.#known && repeatedCall(this.#known, bytes)
    if (repeated) return repeated
    const call = plainCall(bytes)
    if (typeof call === 'string') return call
    const lasting = { ...call, header: remembering(call.header) }
    this.#known = call.start <= MAX_KNOWN_BYTES ? knownHead(bytes, lasting) : undefined
    return lasting
  }

  /** Gives the memory back: the connection rests. */
  forget(): void {
    this.#known = undefined
  }
}

function knownHead(bytes: Buffer, call: PlainCall): KnownHead | undefined {
  const text = bytes.toString('latin1', 0, call.start)
  const found = LENGTH_BEGINS.exec(text)
  if (!found) return undefined
  const digits = found.index + found[0].length
  const end = text.indexOf('\r', digits)
  return { before: Buffer.from(text.slice(0, digits), 'latin1'), behind: Buffer.from(text.slice(end), 'latin1'), call }
}

/** The call that `bytes` begin with, if its head is the known one. */
function repeatedCall({ before, behind, call }: KnownHead, bytes: Buffer): PlainCall | undefined {
  if (!holds(bytes, before, 0)) return undefined
  let at = before.length
  let length = 0
  for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, ++at)) length = length * 10 + digit
  const digits = at - before.length
  if (digits === 0 || digits > MAX_DIGITS || !holds(bytes, behind, at)) return undefined
  const { path, url, header, keepAlive } = call
  return { path, url, header, start: at + behind.length, length, keepAlive }
}

function holds(bytes: Buffer, piece: Buffer, at: number): boolean {
  const end = at + piece.length
  return end <= bytes.length && bytes.compare(piece, 0, piece.length, at, end) === 0
}

/** −1 = there is none. */
function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** Looks each header up once. The length is left out: it is another in every call. */
function remembering(header: HeaderReader): HeaderReader {
  const values = new Map<string, string | null>([['content-length', null]])
  return (name) => {
    const known = values.get(name)
    if (known !== undefined) return known ?? undefined
    const value = header(name)
    values.set(name, value ?? null)
    return value
  }
}
