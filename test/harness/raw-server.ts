import type { Socket } from 'bun'

/** A connection of a server that speaks in bytes. */
export interface RawConnection {
  /** Everything received so far. */
  received: string
  closed: boolean
  socket: Socket
}

export interface RawServer {
  url: string
  connections: RawConnection[]
  stop(): void
}

/** A TCP server that answers however a test wants, well-formed or not; `heard` is called whenever bytes arrive. */
export function rawServer(
  heard: (connection: RawConnection, index: number) => unknown,
  tls?: Bun.TLSOptions,
): RawServer {
  const connections: RawConnection[] = []
  const find = (socket: Socket) => connections.find((connection) => connection.socket === socket)
  const server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls && { tls }),
    socket: {
      open: (socket) => void connections.push({ received: '', closed: false, socket }),
      data(socket, bytes) {
        const connection = find(socket)
        if (!connection) return
        connection.received += bytes.toString('latin1')
        heard(connection, connections.indexOf(connection))
      },
      close(socket) {
        const connection = find(socket)
        if (connection) connection.closed = true
      },
      error() {},
    },
  })
  return { url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}`, connections, stop: () => server.stop(true) }
}
