import { type Frame, MAX_FRAME_BYTES, type MessageSocket, type SocketSession } from '../shared/message-socket.ts'

/** Larger frames end the connection without a word of the session's. */
const MOST_BYTES = MAX_FRAME_BYTES + 8 * 1024 * 1024
/** A caller that answers no ping for so long has gone. */
const SILENT_SECONDS = 120

type Served = Bun.ServerWebSocket<CallerSocket>

/** What the web server does with connections that became sockets. */
export const webSockets: Bun.WebSocketHandler<CallerSocket> = {
  maxPayloadLength: MOST_BYTES,
  idleTimeout: SILENT_SECONDS,
  sendPings: true,
  // Whoever sends waits for the socket: nothing is dropped, and little lies here.
  backpressureLimit: 0,
  perMessageDeflate: false,
  open: (socket) => socket.data.opened(socket),
  message: (socket, frame) => socket.data.session.frame(frame),
  drain: (socket) => socket.data.drained(),
  close: (socket, code, reason) => socket.data.closed(code, reason),
}

/** A caller's side of a session. */
export class CallerSocket implements MessageSocket {
  #socket: Served | undefined
  #taken: PromiseWithResolvers<void> | undefined

  constructor(readonly session: SocketSession) {}

  opened(socket: Served): void {
    socket.binaryType = 'nodebuffer'
    this.#socket = socket
    this.session.opened(this)
  }

  drained(): void {
    this.#taken?.resolve()
    this.#taken = undefined
  }

  closed(code: number, reason: string): void {
    this.#socket = undefined
    this.drained()
    this.session.closed(code, reason)
  }

  send(frame: Frame): Promise<void> | undefined {
    if (!this.#socket || this.#socket.send(frame) >= 0) return undefined
    this.#taken ??= Promise.withResolvers()
    return this.#taken.promise
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  close(code?: number, reason?: string): void {
    // A paused socket would not hear the answer.
    this.resume()
    this.#socket?.close(code, reason)
  }
}
