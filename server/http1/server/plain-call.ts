import { type HeaderReader, headersIn } from '../shared/header-text.ts'

/** The head of a request that the relay may take from the socket. */
export interface PlainCall {
  path: string
  /** Path and query. */
  url: string
  header: HeaderReader
  /** Where the body begins. */
  start: number
  /** Bytes of the body. */
  length: number
  keepAlive: boolean
}

/** The web server's limit. */
const MAX_HEAD_BYTES = 16 * 1024
const METHOD = Buffer.from('POST /')
const HEAD_END = Buffer.from('\r\n\r\n')
const BARE_LINE_END = /[^\r]\n/
/**
 * A POST whose every byte is as RFC 9112 writes it: nothing folded, no bare line end, no character out of place. Its
 * address is one that no reader of URLs rewrites: no dot segment, nothing encoded in the path, no fragment. No-break
 * spaces are left to others, because `trim` takes them for blanks.
 */
const PLAIN =
  /^POST ((?:\/[\w~@:-][\w.~@:-]*)+\/?)(\?[!$-&(-;=?-~]*)? HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\x9f\xa1-\xff]*\r\n)+$/
const LENGTH = /^\d{1,15}$/
/** A host and a port as anybody writes them, and one alone: repeated headers are joined by a blank. */
export const HOST = /^[\w.:[\]-]+$/
/** Each asks for something that the web server knows how to do. */
const SPECIAL = ['transfer-encoding', 'expect', 'upgrade']

/**
 * Reads the head that `bytes` begin with. `special` = not a plain call: whoever reads it must be the one who reads the
 * whole connection from there on, so that nobody ever takes the end of a body for another place than the other does.
 */
export function plainCall(bytes: Buffer): PlainCall | 'incomplete' | 'special' {
  const known = Math.min(bytes.length, METHOD.length)
  if (bytes.compare(METHOD, 0, known, 0, known) !== 0) return 'special'
  const end = bytes.indexOf(HEAD_END)
  if ((end < 0 ? bytes.length : end) > MAX_HEAD_BYTES) return 'special'
  if (end >= 0) return read(bytes.toString('latin1', 0, end + 2), end + HEAD_END.length) ?? 'special'
  return BARE_LINE_END.test(bytes.toString('latin1')) ? 'special' : 'incomplete'
}

/** Reads a head without the blank line behind it. */
function read(head: string, start: number): PlainCall | undefined {
  const [, path, query = ''] = PLAIN.exec(head) ?? []
  if (path === undefined) return undefined
  const header = headersIn(head)
  const length = header('content-length') ?? ''
  if (!LENGTH.test(length) || !HOST.test(header('host') ?? '')) return undefined
  if (SPECIAL.some((name) => header(name) !== undefined)) return undefined
  return {
    path,
    url: path + query,
    header,
    start,
    length: Number(length),
    keepAlive: !header('connection')?.toLowerCase().includes('close'),
  }
}
