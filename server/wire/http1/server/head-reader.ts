import type { HeaderReader } from '../shared/header-text.ts'
import { type FastPathCall, readFastPathCall } from './fast-path-call.ts'

/** A head in two pieces, without the body's length between them. */
interface CachedHead {
  before: Buffer
  after: Buffer
  call: FastPathCall
}

/** Longer heads are not cached. */
const MAX_CACHED_BYTES = 2048
const MAX_DIGITS = 15
const LENGTH_START = /\ncontent-length:[ \t]*/i
const ZERO = 0x30

/** Reads the heads of one connection. A kept connection repeats the same head, except for the body's length. */
export class HeadReader {
  #cached: CachedHead | undefined

  /** As `readFastPathCall`; but `header` does not return the length, which is a field of the call. */
  read(bytes: Buffer): ReturnType<typeof readFastPathCall> {
    const repeated = this.#cached && readCachedHead(this.#cached, bytes)
    if (repeated) return repeated
    const call = readFastPathCall(bytes)
    if (typeof call === 'string') return call
    const lasting = { ...call, header: cachedHeaders(call.header) }
    this.#cached = call.start <= MAX_CACHED_BYTES ? toCachedHead(bytes, lasting) : undefined
    return lasting
  }

  /** Frees the cache while the connection is idle. */
  forget(): void {
    this.#cached = undefined
  }
}

function toCachedHead(bytes: Buffer, call: FastPathCall): CachedHead | undefined {
  const text = bytes.toString('latin1', 0, call.start)
  const found = LENGTH_START.exec(text)
  if (!found) return undefined
  const digits = found.index + found[0].length
  const end = text.indexOf('\r', digits)
  return { before: Buffer.from(text.slice(0, digits), 'latin1'), after: Buffer.from(text.slice(end), 'latin1'), call }
}

/** Returns the call at the start of `bytes`, if its head is the cached one. */
function readCachedHead({ before, after, call }: CachedHead, bytes: Buffer): FastPathCall | undefined {
  if (!hasBytesAt(bytes, before, 0)) return undefined
  let at = before.length
  let length = 0
  for (let digit = digitAt(bytes, at); digit >= 0; digit = digitAt(bytes, ++at)) length = length * 10 + digit
  const digits = at - before.length
  if (digits === 0 || digits > MAX_DIGITS || !hasBytesAt(bytes, after, at)) return undefined
  const { path, url, header, keepAlive } = call
  return { path, url, header, start: at + after.length, length, keepAlive }
}

function hasBytesAt(bytes: Buffer, piece: Buffer, at: number): boolean {
  const end = at + piece.length
  return end <= bytes.length && bytes.compare(piece, 0, piece.length, at, end) === 0
}

/** −1 = not a digit. */
function digitAt(bytes: Buffer, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO
  return digit >= 0 && digit <= 9 ? digit : -1
}

/** Caches each header after its first lookup. The length is left out: it differs in every call. */
function cachedHeaders(header: HeaderReader): HeaderReader {
  const values = new Map<string, string | null>([['content-length', null]])
  return (name) => {
    const known = values.get(name)
    if (known !== undefined) return known ?? undefined
    const value = header(name)
    values.set(name, value ?? null)
    return value
  }
}
