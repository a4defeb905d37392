import { type HeaderReader, readHeaders } from '../shared/header-text.ts'

/** The head of an HTTP/1.1 answer: https://www.rfc-editor.org/rfc/rfc9112 */
export interface Head {
  status: number
  header: HeaderReader
  /** Whether the connection can be reused for another request after the body. */
  keepAlive: boolean
}

/** How the end of the body is determined (RFC 9112 §6.3); `close` = by the end of the connection. */
export type Framing = { kind: 'length'; bytes: number } | { kind: 'chunked' } | { kind: 'close' }

const LF = 0x0a
const CR = 0x0d
const LENGTH = /^\d{1,15}$/
const STATUS_LINE = /^HTTP\/1\.[01] \d{3}[ \r\n]/
/** Positions of the minor version and the status in it. */
const MINOR_AT = 7
const STATUS_AT = 9

/**
 * Returns the position after the head in `bytes`, including its blank line; −1 = it is incomplete. Bare line feeds
 * are tolerated.
 */
export function headEnd(bytes: Buffer, from = 0): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return -1
}

/**
 * Parses a complete head between two positions. Headers are looked up in its text, since few of them are ever read.
 * Throws for an invalid head.
 */
export function parseHead(bytes: Buffer, start = 0, end = bytes.length): Head {
  const text = unfoldLines(bytes.toString('latin1', start, end))
  if (!STATUS_LINE.test(text)) throw new Error('the upstream does not speak HTTP/1.1')
  const header = readHeaders(text)
  const connection = header('connection')?.toLowerCase() ?? ''
  const keepAlive = text[MINOR_AT] === '1' ? !connection.includes('close') : connection.includes('keep-alive')
  return { status: Number(text.slice(STATUS_AT, STATUS_AT + 3)), header, keepAlive }
}

/** A folded line continues the one before it (RFC 9112 §5.2). */
function unfoldLines(text: string): string {
  return text.includes('\n ') || text.includes('\n\t') ? text.replace(/\r?\n[ \t]+/g, ' ') : text
}

/** Returns how the body of an answer to a POST or GET is delimited. Throws when its head is contradictory. */
export function framingOf({ status, header }: Head): Framing {
  if (status === 204 || status === 304) return { kind: 'length', bytes: 0 }
  const coding = header('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding !== undefined && coding !== 'identity') throw new Error(`transfer coding ${coding} is not supported`)
  const length = header('content-length')
  if (length === undefined) return { kind: 'close' }
  return { kind: 'length', bytes: LENGTH.test(length) ? Number(length) : parseRepeatedLength(length) }
}

/** A length that is repeated counts once, if all values are equal. */
function parseRepeatedLength(list: string): number {
  const lengths = new Set(list.split(/, */))
  const [length = ''] = lengths
  if (lengths.size > 1 || !LENGTH.test(length)) throw new Error('the content-length of the answer is not valid')
  return Number(length)
}
