import { connect } from 'node:net'

/** A reply as it came, its framing checked and taken off. Texts are latin1. */
export interface RawReply {
  status: number
  /** By lower-case name; values of repeated headers joined by ", ". */
  headers: Record<string, string>
  body: string
}

/** A caller that speaks in bytes. */
export interface RawClient {
  /** What was received and is no part of a reply that was taken off. */
  readonly rest: string
  /** Bytes received. */
  readonly received: number
  readonly closed: boolean
  /** What the connection broke off with, such as a reset. */
  readonly error: string | undefined
  /** Bytes that the server has not let in yet. */
  readonly unsent: number
  /** Texts are latin1. Waits for nothing. */
  send(bytes: string | Uint8Array): void
  /** The next whole reply. Rejects when what comes is none, or is cut off. */
  reply(method?: string): Promise<RawReply>
  pause(): void
  resume(): void
  /** Waits until the server has closed the connection. */
  ended(): Promise<void>
  /** Hangs up: as programs do that end, or with a reset, as those do that crash. */
  hangUp(how?: 'end' | 'reset'): void
}

/** Connects to `url`. */
export async function rawClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname.replace(/[[\]]/g, ''), port: Number(port) })
  const unread: string[] = []
  let received = 0
  let closed = false
  let error: string | undefined
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  socket.setNoDelay(true)
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    unread.push(text)
    received += text.length
    change()
  })
  socket.on('close', () => {
    closed = true
    change()
  })
  socket.on('error', ({ message }) => {
    error = message
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  const joined = () => {
    if (unread.length > 1) unread.splice(0, unread.length, unread.join(''))
    return unread[0] ?? ''
  }
  return {
    get rest() {
      return joined()
    },
    get received() {
      return received
    },
    get closed() {
      return closed
    },
    get error() {
      return error
    },
    get unsent() {
      return socket.writableLength
    },
    send: (bytes) => void (typeof bytes === 'string' ? socket.write(bytes, 'latin1') : socket.write(bytes)),
    async reply(method = 'POST') {
      for (let least = 1; ; await changed.promise) {
        if (sizeOf(unread) < least && !closed) continue
        const text = joined()
        const taken = takeReply(text, method)
        if (typeof taken === 'object') {
          unread.splice(0, unread.length, text.slice(taken.length))
          return taken.reply
        }
        if (closed) throw new Error(`the connection was closed behind ${JSON.stringify(text.slice(-500))}`)
        least = taken
      }
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    async ended() {
      while (!closed) await changed.promise
    },
    hangUp: (how = 'end') => void (how === 'end' ? socket.destroy() : socket.resetAndDestroy()),
  }
}

interface Taken {
  reply: RawReply
  /** Length of the reply in the text. */
  length: number
}

const sizeOf = (texts: string[]) => texts.reduce((sum, { length }) => sum + length, 0)

/** Takes the first reply off a text, or answers how long the text must be at least. Throws when it is not well formed. */
function takeReply(text: string, method: string): Taken | number {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return text.length + 1
  const [line = '', ...fields] = text.slice(0, end).split('\r\n')
  const status = /^HTTP\/1\.1 (\d{3}) [^\r\n]*$/.exec(line)?.[1]
  if (!status) throw new Error(`no status line: ${JSON.stringify(line)}`)
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(field) ?? []
    if (!name) throw new Error(`no header: ${JSON.stringify(field)}`)
    const key = name.toLowerCase()
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  const bodyLess = method === 'HEAD' || status === '204' || status.startsWith('1')
  const body = takeBody(text, end + 4, bodyLess ? { 'content-length': '0' } : headers)
  if (typeof body === 'number') return body
  return { reply: { status: Number(status), headers, body: body.text }, length: body.end }
}

type Body = { text: string; end: number }

function takeBody(text: string, start: number, headers: Record<string, string>): Body | number {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  if (length !== undefined && coding !== undefined) throw new Error('a length and a transfer coding')
  if (coding === 'chunked') return takeChunks(text, start)
  // Those that the runtime sends before it closes the connection.
  if (length === undefined && headers.connection === 'close') return { text: '', end: start }
  if (!/^\d+$/.test(length ?? '')) throw new Error(`no length: ${JSON.stringify(headers)}`)
  const end = start + Number(length)
  return text.length < end ? end : { text: text.slice(start, end), end }
}

function takeChunks(text: string, start: number): Body | number {
  const parts: string[] = []
  for (let at = start; ; ) {
    const line = text.indexOf('\r\n', at)
    if (line < 0) return text.length + 1
    const digits = text.slice(at, line)
    if (!/^[0-9a-f]+$/i.test(digits)) throw new Error(`no chunk: ${JSON.stringify(digits)}`)
    const size = Number.parseInt(digits, 16)
    const end = line + 2 + size
    if (text.length < end + 2) return end + 2
    if (text.slice(end, end + 2) !== '\r\n') throw new Error('a chunk that does not end where it says')
    parts.push(text.slice(line + 2, end))
    at = end + 2
    if (size === 0) return { text: parts.join(''), end: at }
  }
}
