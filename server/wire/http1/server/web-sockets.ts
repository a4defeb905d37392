import {
  type Frame,
  MAX_FRAME_BYTES,
  type MessageSocket,
  type SocketSession,
} from '../../../platform/http/message-socket.ts'

/** A larger frame ends the connection without an error event of the session. */
const MAX_BYTES = MAX_FRAME_BYTES + 8 * 1024 * 1024
/** A caller that answers no ping for this long is disconnected. */
const SILENT_SECONDS = 120

type RuntimeSocket = Bun.ServerWebSocket<CallerSocket>

/** Bun's handler for connections that became WebSockets. */
export const webSocketHandler: Bun.WebSocketHandler<CallerSocket> = {
  maxPayloadLength: MAX_BYTES,
  idleTimeout: SILENT_SECONDS,
  sendPings: true,
  // Senders wait for the socket: nothing is dropped, and little is buffered here.
  backpressureLimit: 0,
  perMessageDeflate: false,
  open: (socket) => socket.data.opened(socket),
  message: (socket, frame) => socket.data.session.frame(frame),
  drain: (socket) => socket.data.drained(),
  close: (socket, code, reason) => socket.data.closed(code, reason),
}

/** The caller's side of a session. */
export class CallerSocket implements MessageSocket {
  #socket: RuntimeSocket | undefined
  #drained: PromiseWithResolvers<void> | undefined

  constructor(readonly session: SocketSession) {}

  opened(socket: RuntimeSocket): void {
    socket.binaryType = 'nodebuffer'
    this.#socket = socket
    this.session.opened(this)
  }

  drained(): void {
    this.#drained?.resolve()
    this.#drained = undefined
  }

  closed(code: number, reason: string): void {
    this.#socket = undefined
    this.drained()
    this.session.closed(code, reason)
  }

  send(frame: Frame): Promise<void> | undefined {
    if (!this.#socket || this.#socket.send(frame) >= 0) return undefined
    this.#drained ??= Promise.withResolvers()
    return this.#drained.promise
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  close(code?: number, reason?: string): void {
    // A paused socket would not receive the confirmation.
    this.resume()
    this.#socket?.close(code, reason)
  }
}
