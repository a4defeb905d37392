/** The head of an HTTP/1.1 answer: https://www.rfc-editor.org/rfc/rfc9112 */
export interface Head {
  status: number
  /** A header by its lower-case name; repeated headers are joined by ", ". */
  header(name: string): string | undefined
  /** The connection can carry another request when the body is over. */
  keepAlive: boolean
}

/** What tells where the body ends (RFC 9112 §6.3); `close` = where the connection does. */
export type Framing = { kind: 'length'; bytes: number } | { kind: 'chunked' } | { kind: 'close' }

const LF = 0x0a
const CR = 0x0d
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: |\r?$)/m

/** Where the head ends in `bytes`, behind its blank line; −1 = it is not complete. Bare line feeds are tolerated. */
export function headEnd(bytes: Buffer, from = 0): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3
  }
  return -1
}

/** Reads a complete head. Headers are looked up in its text: few of the many are ever asked for. Throws if it is none. */
export function parseHead(bytes: Buffer): Head {
  // A folded line continues the one before it (RFC 9112 §5.2).
  const text = bytes.toString('latin1').replace(/\r?\n[ \t]+/g, ' ')
  const names = text.toLowerCase()
  const line = STATUS_LINE.exec(text)
  if (line?.index !== 0) throw new Error('the upstream does not speak HTTP/1.1')
  const header = (name: string) => lookUp(text, names, `\n${name}:`)
  const connection = header('connection')?.toLowerCase() ?? ''
  const keepAlive = line[1] === '1' ? !connection.includes('close') : connection.includes('keep-alive')
  return { status: Number(line[2]), header, keepAlive }
}

function lookUp(text: string, names: string, mark: string): string | undefined {
  let value: string | undefined
  for (let at = names.indexOf(mark); at >= 0; at = names.indexOf(mark, at + 1)) {
    const start = at + mark.length
    const found = text.slice(start, text.indexOf('\n', start)).trim()
    value = value === undefined ? found : `${value}, ${found}`
  }
  return value
}

/** How the body of an answer to a POST or GET is delimited. Throws when its head contradicts itself. */
export function framingOf({ status, header }: Head): Framing {
  if (status === 204 || status === 304) return { kind: 'length', bytes: 0 }
  const coding = header('transfer-encoding')?.toLowerCase()
  if (coding === 'chunked') return { kind: 'chunked' }
  if (coding !== undefined && coding !== 'identity') throw new Error(`transfer coding ${coding} is not supported`)
  const lengths = new Set(header('content-length')?.split(/, */) ?? [])
  if (lengths.size === 0) return { kind: 'close' }
  const [length = ''] = lengths
  if (lengths.size > 1 || !/^\d{1,15}$/.test(length)) throw new Error('the content-length of the answer is not valid')
  return { kind: 'length', bytes: Number(length) }
}
