import type { Socket } from 'bun'
import { Outbox } from '../shared/write-buffer.ts'
import type { CallerConnection } from './caller-connection.ts'

/** Carries a connection's bytes to the web server of this process and back, as fast as the slower side reads. */
export interface Tunnel {
  fromCaller(bytes: Buffer): void
  /** The caller has taken everything. */
  callerDrained(): void
  callerClosed(): void
}

/** Addresses of callers by the port that their tunnel comes from. */
export type Peers = Map<number, string>

/** Opens a tunnel; `first` is what the caller has sent so far. */
export function openTunnel(caller: CallerConnection, first: Buffer, port: number, peers: Peers): Tunnel {
  let inner: Socket | undefined
  let outbox: Outbox | undefined
  let gone = false
  /** What the caller sends before the web server is there. */
  let early: Buffer[] = [first]

  function forward(bytes: Buffer): void {
    outbox?.send(bytes)
    if (outbox && !outbox.empty) caller.socket.pause()
  }

  /**
   * Tells the web server that the caller has gone. It closes the connection itself, behind what it was sent: until then
   * it may ask whose requests they are.
   */
  function leave(): void {
    inner?.resume()
    inner?.shutdown()
  }

  const opened = Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      binaryType: 'buffer',
      open(socket) {
        // Before the first byte: the web server asks for it with the first request.
        peers.set(socket.localPort, caller.peer)
        inner = socket
        outbox = new Outbox(socket)
        for (const bytes of early) forward(bytes)
        early = []
        if (gone) leave()
        else if (outbox.empty) caller.socket.resume()
      },
      data(socket, bytes) {
        caller.fromServer(bytes)
        if (!caller.outbox.empty) socket.pause()
      },
      drain() {
        outbox?.flush()
        if (outbox?.empty) caller.socket.resume()
      },
      close(socket) {
        peers.delete(socket.localPort)
        caller.close()
      },
      error: () => caller.close(),
    },
  })
  // The port is this process's own: it refuses only when the process ends, or has no file descriptor left.
  opened.catch(() => caller.close())

  return {
    fromCaller(bytes) {
      if (outbox) return forward(bytes)
      early.push(bytes)
      caller.socket.pause()
    },
    callerDrained: () => inner?.resume(),
    callerClosed() {
      gone = true
      leave()
    },
  }
}
