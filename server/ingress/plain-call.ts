import { type HeaderReader, headersIn } from '../wire/header-text.ts'

/** The head of a request that the relay may take from the socket. */
export interface PlainCall {
  path: string
  /** Path and query. */
  url: string
  header: HeaderReader
  /** Bytes of the body. */
  length: number
  keepAlive: boolean
}

/** A POST whose every byte is as RFC 9112 writes it: nothing folded, no bare line end, no character out of place. */
const PLAIN = /^POST (\/[!-~]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\xff]*\r\n)+$/
const LENGTH = /^\d{1,15}$/
/** Each asks for something that the web server knows how to do. */
const SPECIAL = ['transfer-encoding', 'expect', 'upgrade']

/**
 * Reads a head, the blank line left out. undefined = not a plain call: whoever reads it must be the one who reads the
 * whole connection from there on, so that nobody ever takes the end of a body for another place than the other does.
 */
export function plainCall(head: string): PlainCall | undefined {
  const url = PLAIN.exec(head)?.[1]
  if (url === undefined) return undefined
  const header = headersIn(head)
  const length = header('content-length') ?? ''
  if (!LENGTH.test(length) || header('host') === undefined) return undefined
  if (SPECIAL.some((name) => header(name) !== undefined)) return undefined
  const query = url.indexOf('?')
  return {
    path: query < 0 ? url : url.slice(0, query),
    url,
    header,
    length: Number(length),
    keepAlive: !header('connection')?.toLowerCase().includes('close'),
  }
}

const START = Buffer.from('POST /')

/** Whether what has come so far can be the beginning of a plain call. */
export function mayBePlainCall(bytes: Buffer): boolean {
  const length = Math.min(bytes.length, START.length)
  return bytes.compare(START, 0, length, 0, length) === 0
}
