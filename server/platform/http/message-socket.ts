/** The interface of WebSockets for both sides of a session. https://www.rfc-editor.org/rfc/rfc6455 */

/** A frame on a socket: text, or bytes. */
export type Frame = string | Buffer

/** A message of 15 MB of audio, OpenAI's limit, is 20 MB of base64. */
export const MAX_FRAME_BYTES = 24 * 1024 * 1024

/** An open socket. Pings are answered by the runtime. */
export interface MessageSocket {
  /**
   * Sends a frame; returns a promise while more is in transit than the other side has accepted. Does nothing after
   * the close.
   */
  send(frame: Frame): Promise<void> | undefined
  /** Stops reading frames from the connection; those that have arrived are still delivered. */
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
}

export interface SocketListener {
  frame(frame: Frame): void
  /** The connection is closed; 1006 = it broke off. No frame follows. */
  closed(code: number, reason: string): void
}

/** The caller's side of a session notifies this object. */
export interface SocketSession extends SocketListener {
  /** The caller's connection has become a socket. */
  opened(socket: MessageSocket): void
}
