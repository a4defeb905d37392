import type { ProxyAddress } from '#contract/proxy-address.ts'

/** How connections go to an upstream where they do not go straight. */
export interface Way {
  /** Differs for ways that differ: connections of one are not used for another. */
  key: string
  proxy?: ProxyAddress | undefined
  /** Also where the proxy could be given the request itself: it would resolve the host's name again. */
  alwaysTunnels?: boolean
  /** PEM texts: the only authorities that are trusted, and what the client shows for itself. */
  tls?: { ca?: string; cert?: string; key?: string } | undefined
}

/** Creates a way; undefined where nothing is special. */
export function createWay(parts: Omit<Way, 'key'>): Way | undefined {
  if (!parts.proxy && !parts.tls) return undefined
  return { key: Bun.SHA256.hash(JSON.stringify(parts), 'base64'), ...parts }
}

/** The value of `Proxy-Authorization` (RFC 7617); undefined = the proxy wants none. */
export function proxyAuthorization({ user, password }: ProxyAddress): string | undefined {
  return user || password ? basicCredentials(user, password) : undefined
}

/** A user and a password as the value of a header. */
export const basicCredentials = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
