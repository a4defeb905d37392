import type { Socket } from 'bun'
import { RESTED_BYTES, restAfter } from '../shared/read-turns.ts'
import { WriteBuffer } from '../shared/write-buffer.ts'
import { dial } from './dial.ts'
import type { Way } from './way.ts'

/** The destination of connections. */
export interface Origin {
  /** `https://host:port`. */
  name: string
  /** The name of its pool, which differs for other ways to the same host. */
  key: string
  hostname: string
  port: number
  tls: boolean
  /** The IP address to connect to, where it was resolved before; the certificate must still match `hostname`. */
  address?: string
  way?: Way | undefined
  /** The proxy of the way is asked for a tunnel; otherwise it gets the requests themselves. */
  isTunnelled?: boolean
}

/** The current user of a connection. */
export interface ConnectionUser {
  received(bytes: Buffer): void
  closed(error: Error): void
}

/** A TCP or TLS connection to an upstream. The certificate is verified before anything is sent. */
export class Connection {
  user: ConnectionUser | undefined
  /** The number of requests sent on it. */
  uses = 0
  /** Milliseconds since the epoch. */
  idleSince = 0
  closed = false
  #socket: Socket | undefined
  #writeBuffer: WriteBuffer | undefined
  /** Its user takes no more for now. */
  #isPaused = false
  /** Others are read first. */
  #isResting = false
  readonly #rest = {
    pause: () => this.#hold(this.#isPaused, true),
    resume: () => this.#hold(this.#isPaused, false),
  }

  private constructor(
    readonly origin: Origin,
    /** Called when an idle connection was closed. */
    private readonly onIdleClosed: (connection: Connection) => void,
  ) {}

  /**
   * Opens a connection. Rejects with the reason when the host cannot be found or reached, or its certificate does
   * not match.
   */
  static open(origin: Origin, gone: (connection: Connection) => void): Promise<Connection> {
    const connection = new Connection(origin, gone)
    return new Promise((resolve, reject) => {
      dial(origin, {
        ready(socket) {
          connection.#socket = socket
          connection.#writeBuffer = new WriteBuffer(socket)
          resolve(connection)
        },
        data: (_socket, bytes) => connection.#received(bytes),
        drain: () => connection.#writeBuffer?.flush(),
        closed(error) {
          reject(error ?? new Error('the connection was closed before it was ready'))
          connection.#close(error ?? new Error('the connection was closed'))
        },
        failed(error) {
          reject(error)
          connection.#close(error)
        },
      })
    })
  }

  /** Sends at the speed of the socket. */
  send(bytes: Uint8Array): void {
    this.#writeBuffer?.send(bytes)
  }

  /** As `WriteBuffer.sendMessage`. */
  sendMessage(head: Uint8Array, body: Uint8Array): void {
    this.#writeBuffer?.sendMessage(head, body)
  }

  /** Whether everything was handed to the socket. */
  get sent(): boolean {
    return this.#writeBuffer?.isEmpty ?? true
  }

  pause(): void {
    this.#hold(true, this.#isResting)
  }

  resume(): void {
    this.#hold(false, this.#isResting)
  }

  #hold(isPaused: boolean, isResting: boolean): void {
    this.#isPaused = isPaused
    this.#isResting = isResting
    if (isPaused || isResting) this.#socket?.pause()
    else this.#socket?.resume()
  }

  #received(bytes: Buffer): void {
    if (this.user) {
      this.user.received(bytes)
      if (bytes.length >= RESTED_BYTES) restAfter(bytes.length, this.#rest)
    }
    // No request is pending: these bytes would be taken for the next answer.
    else this.destroy()
  }

  /** Ends the connection at once, without notifying its user. */
  destroy(): void {
    this.user = undefined
    this.#socket?.terminate()
  }

  #close(error: Error): void {
    if (this.closed) return
    this.closed = true
    const { user } = this
    this.user = undefined
    this.onIdleClosed(this)
    user?.closed(error)
  }
}
