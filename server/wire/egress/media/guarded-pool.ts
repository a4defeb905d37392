import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { Connection, type Origin } from '../../http1/client/connection.ts'
import type { Pool } from '../../http1/client/pool.ts'
import { isPublicAddress } from './public-address.ts'

/** Returns all addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>

/** Why an address given by a caller is refused, as a text that follows its name. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed'
}

export const NOT_PUBLIC = 'is at an address that is not public'

/** https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const LOOPBACK_NAME = /(?:^|\.)localhost\.?$/i

/** Whether the host of a URL is a literal non-public address, or a name of the local machine. */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return LOOPBACK_NAME.test(address) || (isIP(address) !== 0 && !isPublicAddress(address))
}

/**
 * Opens connections to hosts that callers name: each host is resolved once, all its addresses are checked, and the
 * connection uses one of those, so that the name cannot be resolved differently in between. Connections are not
 * reused.
 */
export function createGuardedPool(allowPrivate: boolean, resolve: Resolve = systemResolve): Pool {
  return {
    take: () => undefined,
    async open(origin) {
      const { hostname, way } = origin
      // Where private addresses are allowed there is nothing to check, and often no name service but the proxy's.
      if (allowPrivate && way?.proxy) return Connection.open(origin, () => {})
      const addresses = isIP(hostname) ? [hostname] : await resolve(hostname)
      if (addresses.length === 0) throw new NotAllowed('has a host that is not known')
      if (!allowPrivate && !addresses.every(isPublicAddress)) {
        throw new NotAllowed(NOT_PUBLIC)
      }
      return connectToFirst(origin, addresses)
    },
    release: (connection) => connection.destroy(),
    clear() {},
  }
}

/** Connects to the first reachable address; IPv4 comes first, since many networks have nothing else. */
async function connectToFirst(origin: Origin, addresses: readonly string[]): Promise<Connection> {
  let failure: unknown
  for (const address of [...addresses].sort((a, b) => isIP(a) - isIP(b))) {
    try {
      return await Connection.open({ ...origin, address }, () => {})
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function systemResolve(host: string): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch {
    return []
  }
}
