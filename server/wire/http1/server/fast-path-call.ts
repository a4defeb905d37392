import { type HeaderReader, readHeaders } from '../shared/header-text.ts'

/** The head of a request that the relay may handle on the fast path. */
export interface FastPathCall {
  path: string
  /** Path and query. */
  url: string
  header: HeaderReader
  /** Position of the body. */
  start: number
  /** Size of the body in bytes. */
  length: number
  keepAlive: boolean
}

/** The web server's limit. */
const MAX_HEAD_BYTES = 16 * 1024
const METHOD = Buffer.from('POST /')
const HEAD_END = Buffer.from('\r\n\r\n')
const BARE_LINE_END = /[^\r]\n/
/**
 * A POST whose every byte follows RFC 9112 strictly: no folded line, no bare line end, no misplaced character. Its
 * URL is one that no URL parser rewrites: no dot segment, no encoding in the path, no fragment. Heads with no-break
 * spaces are excluded, because `trim` removes those.
 */
const FIELDS = String.raw` HTTP/1\.1\r\n(?:[!#$%&'*+.^_\`|~\w-]+:[\t -~\x80-\x9f\xa1-\xff]*\r\n)+`
const FAST_PATH_HEAD = new RegExp(String.raw`^POST ((?:/[\w~@:-][\w.~@:-]*)+/?)(\?[!$-&(-;=?-~]*)?${FIELDS}$`)
/** A head of any method that leaves no doubt where its body ends; the blank line may follow. */
export const STRICT_HEAD = new RegExp(String.raw`^[A-Z]+ /[!-~]*${FIELDS}(?:\r\n)?$`)
const LENGTH = /^\d{1,15}$/
/** A plain host and port, given once: repeated headers are joined by a blank. */
export const HOST = /^[\w.:[\]-]+$/
/** Features that only the web server implements. */
const FALLBACK_HEADERS = ['transfer-encoding', 'expect', 'upgrade']

/**
 * Reads the head at the start of `bytes`. `fallback` = the web server must handle the connection from here on, so
 * that the two never disagree about where a body ends.
 */
export function readFastPathCall(bytes: Buffer): FastPathCall | 'incomplete' | 'fallback' {
  const known = Math.min(bytes.length, METHOD.length)
  if (bytes.compare(METHOD, 0, known, 0, known) !== 0) return 'fallback'
  const end = bytes.indexOf(HEAD_END)
  if ((end < 0 ? bytes.length : end) > MAX_HEAD_BYTES) return 'fallback'
  if (end >= 0) return readHead(bytes.toString('latin1', 0, end + 2), end + HEAD_END.length) ?? 'fallback'
  return BARE_LINE_END.test(bytes.toString('latin1')) ? 'fallback' : 'incomplete'
}

/** Reads a head without its final blank line. */
function readHead(head: string, start: number): FastPathCall | undefined {
  const [, path, query = ''] = FAST_PATH_HEAD.exec(head) ?? []
  if (path === undefined) return undefined
  const header = readHeaders(head)
  const length = header('content-length') ?? ''
  if (!LENGTH.test(length) || !HOST.test(header('host') ?? '')) return undefined
  if (FALLBACK_HEADERS.some((name) => header(name) !== undefined)) return undefined
  return {
    path,
    url: path + query,
    header,
    start,
    length: Number(length),
    keepAlive: !header('connection')?.toLowerCase().includes('close'),
  }
}
