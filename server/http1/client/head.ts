import { type HeaderReader, headersIn } from '../shared/header-text.ts'

/** The head of an HTTP/1.1 answer: https://www.rfc-editor.org/rfc/rfc9112 */
export interface Head {
  status: number
  header: HeaderReader
  /** The connection can carry another request when the body is over. */
  keepAlive: boolean
}

/** What tells where the body ends (RFC 9112 §6.3); `close` = where the connection does. */
export type Framing = { kind: 'length'; bytes: number } | { kind: 'chunked' } | { kind: 'close' }

const LF = 0x0a
const CR = 0x0d
const LENGTH = /^\d{1,15}$/
const STATUS_LINE = /^HTTP\/1\.[01] \d{3}[ \r\n]/
/** Where the minor version stands in it, and the status. */
const MINOR = 7
const STATUS = 9

/** Where the head ends in `bytes`, behind its blank line; −1 = it is not complete. Bare line feeds are tolerated. */
export function headEnd(bytes: Buffer, from = 0): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return -1
}

/**
 * Reads a complete head, which lies between two places. Headers are looked up in its text: few of the many are ever
 * asked for. Throws if it is none.
 */
export function parseHead(bytes: Buffer, start = 0, end = bytes.length): Head {
  const text = unfolded(bytes.toString('latin1', start, end))
  if (!STATUS_LINE.test(text)) throw new Error('the upstream does not speak HTTP/1.1')
  const header = headersIn(text)
  const connection = header('connection')?.toLowerCase() ?? ''
  const keepAlive = text[MINOR] === '1' ? !connection.includes('close') : connection.includes('keep-alive')
  return { status: Number(text.slice(STATUS, STATUS + 3)), header, keepAlive }
}

/** A folded line continues the one before it (RFC 9112 §5.2). */
function unfolded(text: string): string {
  return text.includes('\n ') || text.includes('\n\t') ? text.replace(/\r?\n[ \t]+/g, ' ') : text
}

/** How the body of an answer to a POST or GET is delimited. Throws when its head contradicts itself. */
export function framingOf({ status, header }: Head): Framing {
  if (status === 204 || status === 304) return { kind: 'length', bytes: 0 }
  const coding = header('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding !== undefined && coding !== 'identity') throw new Error(`transfer coding ${coding} is not supported`)
  const length = header('content-length')
  if (length === undefined) return { kind: 'close' }
  return { kind: 'length', bytes: LENGTH.test(length) ? Number(length) : agreedLength(length) }
}

/** A length that was sent several times over counts once, if it is always the same. */
function agreedLength(list: string): number {
  const lengths = new Set(list.split(/, */))
  const [length = ''] = lengths
  if (lengths.size > 1 || !LENGTH.test(length)) throw new Error('the content-length of the answer is not valid')
  return Number(length)
}
