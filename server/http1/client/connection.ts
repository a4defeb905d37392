import type { Socket } from 'bun'
import { Outbox } from '../shared/write-buffer.ts'

/** Where connections go. */
export interface Origin {
  /** `https://host:port`, the name of its pool. */
  key: string
  hostname: string
  port: number
  tls: boolean
  /** The IP address to call, where it was looked up before; the certificate must still be that of `hostname`. */
  address?: string
}

/** Whoever uses a connection at the moment. */
export interface User {
  received(bytes: Buffer): void
  closed(error: Error): void
}

/** A TCP or TLS connection to an upstream. The certificate is verified before anything is sent. */
export class Connection {
  user: User | undefined
  /** Requests that it has carried. */
  uses = 0
  /** Milliseconds since the epoch. */
  idleSince = 0
  closed = false
  #socket: Socket | undefined
  #outbox: Outbox | undefined

  private constructor(
    readonly origin: Origin,
    /** An idle connection went away. */
    private readonly gone: (connection: Connection) => void,
  ) {}

  /** Rejects with the reason when the host cannot be found or reached, or is not who it says. */
  static open(origin: Origin, gone: (connection: Connection) => void): Promise<Connection> {
    const connection = new Connection(origin, gone)
    const { hostname, address = hostname, port, tls } = origin
    return new Promise((resolve, reject) => {
      const opened = Bun.connect({
        hostname: address,
        port,
        ...(tls ? { tls: address === hostname ? true : { serverName: hostname } } : {}),
        socket: {
          binaryType: 'buffer',
          open(socket) {
            connection.#socket = socket
            connection.#outbox = new Outbox(socket)
            if (!tls) resolve(connection)
          },
          handshake(_socket, _success, error) {
            if (error) reject(error)
            else resolve(connection)
          },
          // Nobody has asked for anything: what comes now would be taken for the next answer.
          data: (_socket, bytes) => (connection.user ? connection.user.received(bytes) : connection.destroy()),
          drain: () => connection.#outbox?.flush(),
          close(_socket, error) {
            reject(error ?? new Error('the connection was closed before it was ready'))
            connection.#close(error ?? new Error('the connection was closed'))
          },
          error(_socket, error) {
            reject(error)
            connection.#close(error)
          },
        },
      })
      opened.catch(reject)
    })
  }

  /** Sends as the socket takes it. */
  send(bytes: Uint8Array): void {
    this.#outbox?.send(bytes)
  }

  /** As `Outbox.sendMessage`. */
  sendMessage(head: Uint8Array, body: Uint8Array): void {
    this.#outbox?.sendMessage(head, body)
  }

  /** Everything that was sent is on its way. */
  get sent(): boolean {
    return this.#outbox?.empty ?? true
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** Ends the connection at once. Its user is not told. */
  destroy(): void {
    this.user = undefined
    this.#socket?.terminate()
  }

  #close(error: Error): void {
    if (this.closed) return
    this.closed = true
    const { user } = this
    this.user = undefined
    this.gone(this)
    user?.closed(error)
  }
}
