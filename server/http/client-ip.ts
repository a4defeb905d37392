import { isIP } from 'node:net'
import { parseIpList, plainIp } from '../accounts/ip-list.ts'

/** What Bun's server, passed as Hono's environment, tells about a connection. */
export interface Connection {
  requestIP(request: Request): { address: string } | null
}

/** Where a request came from. */
export interface Origin {
  ip: string
  /** Whether the caller's own connection was encrypted. */
  secure: boolean
}

/** Reads origins; forwarding headers count only when the connection comes from one of `trustedProxies`. */
export function originReader(trustedProxies: readonly string[]) {
  const trusted = parseIpList(trustedProxies.join('\n'))
  return (request: Request, connection: Connection | undefined): Origin => {
    const peer = plainIp(connection?.requestIP?.(request)?.address ?? '')
    const direct = { ip: peer, secure: request.url.startsWith('https:') }
    if (!trusted?.has(peer)) return direct
    const protocol = request.headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim()
    return {
      ip: lastUntrusted(request.headers.get('x-forwarded-for'), peer, trusted.has),
      secure: protocol ? protocol === 'https' : direct.secure,
    }
  }
}

/** Walks from our own proxy outwards: whatever stands left of the first stranger may be invented. */
function lastUntrusted(forwarded: string | null, peer: string, isTrusted: (ip: string) => boolean): string {
  let nearest = peer
  for (const entry of (forwarded ?? '').split(',').reverse()) {
    const ip = plainIp(entry.trim())
    if (isIP(ip) === 0) return nearest
    nearest = ip
    if (!isTrusted(ip)) return ip
  }
  return nearest
}
