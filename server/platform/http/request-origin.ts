import { isIP } from 'node:net'
import { parseIpList, plainIp } from '../net/ip-list.ts'
import type { SocketSession } from './message-socket.ts'

/** The facts that determine the origin of a request. */
export interface RequestOrigin {
  /** Address of the other end of the connection, in its plain form. */
  peer: string
  secure: boolean
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined
}

/** What Bun's server, passed as Hono's environment, provides about a connection. */
export interface Connection {
  requestIP(request: Request): { address: string } | null
  /**
   * Upgrades a request's connection to a WebSocket of a session, with these headers in the response. False = the
   * request does not ask for an upgrade, or its caller has disconnected. Absent where no connection can be
   * upgraded.
   */
  toSocket?(request: Request, session: SocketSession, headers: Record<string, string>): boolean
}

/** The origin of a request. */
export interface Origin {
  ip: string
  /** Whether the caller's own connection was encrypted. */
  secure: boolean
}

export function toRequestOrigin(request: Request, connection: Connection | undefined): RequestOrigin {
  return {
    peer: plainIp(connection?.requestIP?.(request)?.address ?? ''),
    secure: request.url.startsWith('https:'),
    header: (name) => request.headers.get(name) ?? undefined,
  }
}

/**
 * Returns a reader of origins; forwarding headers count only when the connection comes from one of
 * `trustedProxies`.
 */
export function createOriginReader(trustedProxies: readonly string[]) {
  const trusted = parseIpList(trustedProxies.join('\n'))
  return ({ peer: ip, secure, header }: RequestOrigin): Origin => {
    if (!trusted?.has(ip)) return { ip, secure }
    const protocol = header('x-forwarded-proto')?.split(',').at(-1)?.trim()
    return {
      ip: firstUntrustedAddress(header('x-forwarded-for'), ip, trusted.has),
      secure: protocol ? protocol === 'https' : secure,
    }
  }
}

/** Walks from this server's own proxy outwards: entries left of the first untrusted address may be forged. */
function firstUntrustedAddress(
  forwarded: string | undefined,
  peer: string,
  isTrusted: (ip: string) => boolean,
): string {
  let nearest = peer
  for (const entry of (forwarded ?? '').split(',').reverse()) {
    const ip = plainIp(withoutPort(entry.trim()))
    if (isIP(ip) === 0) return nearest
    nearest = ip
    if (!isTrusted(ip)) return ip
  }
  return nearest
}

/**
 * Some proxies include the port:
 * https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works
 */
function withoutPort(entry: string): string {
  const [, bracketed, bare] = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/.exec(entry) ?? []
  return bracketed ?? bare ?? entry
}
