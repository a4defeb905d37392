/** WebSockets, as a session sees both of its sides. https://www.rfc-editor.org/rfc/rfc6455 */

/** What travels on a socket: text, or bytes. */
export type Frame = string | Buffer

/** A message of 15 MB of sound, the most that OpenAI takes at once, is 20 MB of base64. */
export const MAX_FRAME_BYTES = 24 * 1024 * 1024

/** A socket that is open. Pings are answered below. */
export interface MessageSocket {
  /** Sends; a promise while more is on its way than the other side has taken. Nothing happens when it is gone. */
  send(frame: Frame): Promise<void> | undefined
  /** No frame is taken from the connection, but for those that have arrived. */
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
}

export interface SocketListener {
  frame(frame: Frame): void
  /** The connection is gone; 1006 = it broke off. Nothing comes afterwards. */
  closed(code: number, reason: string): void
}

/** Who takes part in a session with a caller. */
export interface SocketSession extends SocketListener {
  /** The caller's connection has become a socket. */
  opened(socket: MessageSocket): void
}
