import { isIP } from 'node:net'
import type { SocketSession } from '../http1/shared/message-socket.ts'
import type { Arrival } from '../http1/shared/request.ts'
import { parseIpList, plainIp } from '../net/ip-list.ts'

/** What Bun's server, passed as Hono's environment, tells about a connection. */
export interface Connection {
  requestIP(request: Request): { address: string } | null
  /**
   * Makes a request's connection a WebSocket of a session, with these headers in the answer. False = the request asks
   * for none, or its caller has gone. Absent where no connection can become one.
   */
  toSocket?(request: Request, session: SocketSession, headers: Record<string, string>): boolean
}

/** Where a request came from. */
export interface Origin {
  ip: string
  /** Whether the caller's own connection was encrypted. */
  secure: boolean
}

export function arrivalOf(request: Request, connection: Connection | undefined): Arrival {
  return {
    peer: connection?.requestIP?.(request)?.address ?? '',
    secure: request.url.startsWith('https:'),
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

/** Reads origins; forwarding headers count only when the connection comes from one of `trustedProxies`. */
export function originReader(trustedProxies: readonly string[]) {
  const trusted = parseIpList(trustedProxies.join('\n'))
  return ({ peer, secure, header }: Arrival): Origin => {
    const ip = plainIp(peer)
    if (!trusted?.has(ip)) return { ip, secure }
    const protocol = header('x-forwarded-proto')?.split(',').at(-1)?.trim()
    return {
      ip: lastUntrusted(header('x-forwarded-for'), ip, trusted.has),
      secure: protocol ? protocol === 'https' : secure,
    }
  }
}

/** Walks from our own proxy outwards: whatever stands left of the first stranger may be invented. */
function lastUntrusted(forwarded: string | undefined, peer: string, isTrusted: (ip: string) => boolean): string {
  let nearest = peer
  for (const entry of (forwarded ?? '').split(',').reverse()) {
    const ip = plainIp(withoutPort(entry.trim()))
    if (isIP(ip) === 0) return nearest
    nearest = ip
    if (!isTrusted(ip)) return ip
  }
  return nearest
}

/** Some proxies name the port, too: https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works */
function withoutPort(entry: string): string {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(entry) ?? []
  return bracketed ?? bare ?? entry
}
