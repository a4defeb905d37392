import type { Socket, SocketHandler, TLSOptions } from 'bun'
import type { ProxyAddress } from '#contract/proxy-address.ts'
import type { Origin } from './connection.ts'
import { startTunnel } from './tunnel-handshake.ts'

/** Hears of a socket that is being opened, and of what happens to it afterwards. */
export interface DialListener {
  /** The socket leads to the host, and the certificate is right. */
  ready(socket: Socket): void
  data(socket: Socket, bytes: Buffer): void
  drain(): void
  failed(error: Error): void
  closed(error: Error | undefined): void
}

/** A proxy that has not opened a tunnel after this time is given up. */
const TUNNEL_MS = 30_000

/** Opens a socket to a host, by the proxy of its way where there is one. */
export function dial(origin: Origin, listener: DialListener): void {
  const { hostname, address = hostname, port, tls, way } = origin
  if (way?.proxy) {
    dialProxy(way.proxy, origin, listener)
    return
  }
  const secure = !tls ? undefined : address === hostname && !way ? true : tlsOf(origin)
  connect(address, port, secure, handlersOf(tls, listener.ready, listener), listener)
}

/** The proxy gets the requests themselves, or is asked for a tunnel; in that, TLS to the host begins anew. */
function dialProxy(proxy: ProxyAddress, origin: Origin, listener: DialListener): void {
  const { hostname, address = hostname, port, tls, isTunnelled } = origin
  const tunnel = isTunnelled ? startTunnel(proxy, address, port) : undefined
  let timer: Timer | undefined
  let isOpen = !tunnel
  const begin = (socket: Socket) => {
    if (!tunnel) {
      listener.ready(socket)
      return
    }
    timer = setTimeout(() => fail(socket, new Error('the proxy opens no connection in time')), TUNNEL_MS)
    socket.write(tunnel.opening)
  }
  const fail = (socket: Socket, error: Error) => {
    clearTimeout(timer)
    listener.failed(error)
    socket.terminate()
  }
  const opened = (socket: Socket, surplus: Buffer) => {
    clearTimeout(timer)
    isOpen = true
    if (tls) {
      socket.upgradeTLS({ data: undefined, tls: tlsOf(origin), socket: handlersOf(true, listener.ready, listener) })
      return
    }
    listener.ready(socket)
    if (surplus.length > 0) listener.data(socket, surplus)
  }
  const isSecure = proxy.scheme === 'https'
  const handlers = handlersOf(isSecure, begin, listener)
  handlers.data = (socket, bytes) => {
    // Below TLS these are the encrypted bytes, which its own socket reads.
    if (isOpen) {
      if (!tls) listener.data(socket, bytes)
      return
    }
    try {
      const { send, open } = tunnel?.received(bytes) ?? {}
      if (send) socket.write(send)
      if (open) opened(socket, open)
    } catch (error) {
      fail(socket, error as Error)
    }
  }
  handlers.close = (_socket, error) => {
    clearTimeout(timer)
    listener.closed(error ?? (isOpen ? undefined : new Error('the proxy has closed the connection')))
  }
  connect(proxy.hostname, proxy.port, isSecure, handlers, listener)
}

const tlsOf = ({ hostname, way }: Origin): TLSOptions & { serverName: string } => ({
  ...way?.tls,
  serverName: hostname,
})

function connect(
  hostname: string,
  port: number,
  tls: TLSOptions | boolean | undefined,
  socket: SocketHandler<undefined>,
  { failed }: DialListener,
): void {
  Bun.connect({ hostname, port, ...(tls && { tls }), socket }).catch(failed)
}

function handlersOf(
  tls: boolean,
  ready: DialListener['ready'],
  { data, drain, closed, failed }: DialListener,
): SocketHandler<undefined> {
  return {
    binaryType: 'buffer',
    open(socket) {
      if (!tls) ready(socket)
    },
    handshake(socket, _success, error) {
      if (error) failed(error)
      else ready(socket)
    },
    data,
    drain,
    close: (_socket, error) => closed(error),
    error: (_socket, error) => failed(error),
  }
}
