import type { Socket } from 'bun'

/** One answer as seen on the wire. Times are in ms from the moment the request was written. */
export interface Exchange {
  status: number
  firstByteMs: number
  totalMs: number
  body: string
}

export interface Connection {
  /** Sends the request and resolves when the answer is complete. Rejects when the connection breaks. */
  call(request: Uint8Array): Promise<Exchange>
  close(): void
}

const LAST_CHUNK = '0\r\n\r\n'

/**
 * A keep-alive HTTP/1.1 connection that costs a few µs a call, so that what is measured is the gateway and not the
 * client. It reads `content-length` and chunked answers and nothing else.
 */
export async function connect(port: number): Promise<Connection> {
  let socket: Socket | undefined
  let unsent: Uint8Array = new Uint8Array()
  let text = ''
  let sentAt = 0
  let firstByteMs = 0
  let waiting: { resolve(exchange: Exchange): void; reject(error: Error): void } | undefined

  function write(bytes: Uint8Array): void {
    const written = Math.max(socket?.write(bytes) ?? 0, 0)
    unsent = bytes.subarray(written)
  }

  function read(data: Buffer): void {
    if (text === '') firstByteMs = performance.now() - sentAt
    text += data.toString('latin1')
    const bodyStart = completeBody(text)
    if (bodyStart < 0) return
    const exchange = {
      status: Number(text.slice(9, 12)),
      firstByteMs,
      totalMs: performance.now() - sentAt,
      body: text.slice(bodyStart),
    }
    text = ''
    waiting?.resolve(exchange)
    waiting = undefined
  }

  function fail(): void {
    waiting?.reject(new Error(`the connection was closed after ${JSON.stringify(text.slice(0, 300))}`))
    waiting = undefined
    socket = undefined
  }

  const open = async () => {
    socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: (_, data) => read(data), drain: () => write(unsent), close: fail, error: fail },
    })
  }
  return {
    async call(request) {
      if (!socket) await open()
      text = ''
      sentAt = performance.now()
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject }
        write(request)
      })
    },
    close: () => socket?.end(),
  }
}

/** Where the body starts if the answer is complete, else -1. No body measured here ends a chunk with "0\r\n\r\n". */
function completeBody(text: string): number {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return -1
  const bodyStart = headEnd + 4
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, bodyStart))
  const complete = length ? text.length - bodyStart >= Number(length[1]) : text.endsWith(LAST_CHUNK)
  return complete ? bodyStart : -1
}
