import { randomBytes } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ProxyAddress } from '#contract/proxy-address.ts'
import { headEnd } from '../http1/client/answer-head.ts'
import { startTunnel } from '../http1/client/tunnel-handshake.ts'
import { proxyAuthorization } from '../http1/client/way.ts'

/**
 * A bridge for clients that speak to HTTP proxies alone: on loopback it is one, and behind it speaks what another proxy
 * wants. Each proxy has a password at the bridge, which nobody else on this machine knows.
 */

const MAX_HEAD_BYTES = 16 * 1024
const TARGET = /^CONNECT (?:\[([0-9a-f:.]+)\]|([^\s:]+)):(\d{1,5}) HTTP\/1\.[01]\r?\n/i
const AUTHORIZATION = /^proxy-authorization: *([^\r\n]*)/im

/** The proxies behind the bridge by the credentials that lead to them. */
const behind = new Map<string, ProxyAddress>()
const bridged = new Map<string, ProxyAddress>()
let port: number | undefined

/** Returns an HTTP proxy without TLS by which all that goes through another one can be reached. */
export function bridgedProxy(proxy: ProxyAddress): ProxyAddress {
  if (proxy.scheme === 'http') return proxy
  const id = JSON.stringify(proxy)
  const former = bridged.get(id)
  if (former) return former
  port ??= openBridge()
  const entrance: ProxyAddress = {
    ...{ scheme: 'http', hostname: '127.0.0.1', port, user: 'bridge' },
    password: randomBytes(24).toString('base64url'),
  }
  behind.set(proxyAuthorization(entrance) ?? '', proxy)
  bridged.set(id, entrance)
  return entrance
}

/** The same as a URL. */
export function bridgedProxyUrl(proxy: ProxyAddress): string {
  const { hostname, port, user, password } = bridgedProxy(proxy)
  const credentials = user || password ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  return `http://${credentials}${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}

function openBridge(): number {
  const server = createServer((socket) => serve(socket)).listen(0, '127.0.0.1')
  server.unref()
  return (server.address() as { port: number }).port
}

/** Reads what a client asks for, opens it behind the proxy, and joins both. */
function serve(client: Socket): void {
  let head = Buffer.alloc(0)
  client.on('error', () => client.destroy())
  client.on('data', function read(bytes: Buffer) {
    head = Buffer.concat([head, bytes])
    const end = headEnd(head)
    if (end < 0 && head.length <= MAX_HEAD_BYTES) return
    client.off('data', read)
    client.pause()
    const text = head.toString('latin1', 0, Math.max(0, end))
    const [, inBrackets, name = '', port] = TARGET.exec(text) ?? []
    const proxy = behind.get(AUTHORIZATION.exec(text)?.[1] ?? '')
    if (!proxy || !port) client.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n')
    else openBehind(client, proxy, inBrackets ?? name, Number(port))
  })
}

function openBehind(client: Socket, proxy: ProxyAddress, host: string, port: number): void {
  const address = { host: proxy.hostname, port: proxy.port }
  const far = proxy.scheme === 'https' ? connectTls({ ...address, servername: proxy.hostname }) : connect(address)
  const tunnel = startTunnel(proxy, host, port)
  const refuse = () => {
    client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')
    far.destroy()
  }
  far.on('error', refuse)
  far.once(proxy.scheme === 'https' ? 'secureConnect' : 'connect', () => far.write(tunnel.opening))
  client.once('close', () => far.destroy())
  far.on('data', function read(bytes: Buffer) {
    try {
      const { send, open } = tunnel.received(bytes)
      if (send) far.write(send)
      if (!open) return
      far.off('data', read)
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (open.length > 0) client.write(open)
      far.once('close', () => client.destroy())
      far.pipe(client)
      client.pipe(far)
    } catch {
      refuse()
    }
  })
}
