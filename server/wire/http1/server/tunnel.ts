import type { Socket } from 'bun'
import { WriteBuffer } from '../shared/write-buffer.ts'
import type { CallerConnection } from './caller-connection.ts'
import { TunnelTurns } from './tunnel-turns.ts'

/** Carries a connection's bytes to the web server of this server and back, at the speed of the slower side. */
export interface Tunnel {
  fromCaller(bytes: Buffer): void
  /** The caller's socket has accepted everything. */
  callerDrained(): void
  callerClosed(): void
}

/** Addresses of callers by the local port of their tunnel. */
export interface PeerAddresses {
  /** A promise: the web server is another process's, which knows the address when it resolves. */
  set(port: number, address: string): unknown
  delete(port: number): unknown
}

/** Opens a tunnel; `first` is what the caller has sent so far. */
export function openTunnel(caller: CallerConnection, first: Buffer, port: number, peers: PeerAddresses): Tunnel {
  let inner: Socket | undefined
  let writeBuffer: WriteBuffer | undefined
  let isCallerGone = false
  const turns = new TunnelTurns()
  /** Bytes of the caller that arrive before the web server is connected. */
  let unsent: Buffer[] = [turns.fromCaller(first)]

  function forward(bytes: Buffer | undefined): void {
    if (bytes?.length) writeBuffer?.send(bytes)
    if (bytes) setPace()
  }

  /**
   * Signals the caller's disconnect to the web server. It closes the connection itself, after it has read what was
   * sent: until then it may look up the caller's address.
   */
  function shutDownInner(): void {
    inner?.resume()
    inner?.shutdown()
  }

  function begin(socket: Socket): void {
    inner = socket
    writeBuffer = new WriteBuffer(socket)
    for (const bytes of unsent) forward(bytes)
    unsent = []
    if (isCallerGone) shutDownInner()
    else setPace()
  }

  function setPace(): void {
    if (turns.holds || !writeBuffer?.isEmpty) caller.socket.pause()
    else caller.socket.resume()
  }

  const opened = Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      binaryType: 'buffer',
      open(socket) {
        // Set before the first byte: the web server looks the address up with the first request.
        const set = peers.set(socket.localPort, caller.peer)
        if (set instanceof Promise) set.then(() => begin(socket)).catch(() => caller.close())
        else begin(socket)
      },
      data(socket, bytes) {
        forward(turns.fromServer(bytes))
        caller.fromServer(bytes, turns.isAtRest)
        if (!caller.writeBuffer.isEmpty) socket.pause()
      },
      drain() {
        writeBuffer?.flush()
        setPace()
      },
      close(socket) {
        peers.delete(socket.localPort)
        caller.tunnelClosed()
      },
      error: () => caller.close(),
    },
  })
  // The port is this server's own: it refuses only when the server ends, or has no file descriptor left.
  opened.catch(() => caller.close())

  return {
    fromCaller(bytes) {
      const passed = turns.fromCaller(bytes)
      if (writeBuffer) return forward(passed)
      unsent.push(passed)
      caller.socket.pause()
    },
    callerDrained: () => inner?.resume(),
    callerClosed() {
      isCallerGone = true
      shutDownInner()
    },
  }
}
