/** An address of an HTTP, HTTPS or SOCKS5 proxy; without a scheme it is an HTTP proxy, as in curl. */
export interface ProxyAddress {
  scheme: 'http' | 'https' | 'socks5'
  hostname: string
  port: number
  user: string
  password: string
}

/** Ports where an address has none, by the scheme. `socks5h` is `socks5`: names are always resolved by the proxy. */
const PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, socks5: 1080, socks5h: 1080 }
/** What stands in the place of a stored password or key. */
export const STORED_SECRET = '***'
/** RFC 1929 gives the length of both in one byte. */
const MAX_SOCKS_BYTES = 255

/** Reads the address of a proxy; undefined = it is none, or of a kind that is not supported. */
export function readProxyAddress(text: string): ProxyAddress | undefined {
  const full = text.includes('://') ? text.trim() : `http://${text.trim()}`
  const [, name = '', rest = ''] = /^([a-z0-9]+):\/\/(.*)$/i.exec(full) ?? []
  const scheme = name.toLowerCase()
  const standard = PORTS[scheme]
  // A scheme that URL does not know would not have its host checked.
  const address = `http://${rest}`
  if (standard === undefined || !URL.canParse(address)) return undefined
  const { hostname, port, username, password, pathname, search, hash } = new URL(address)
  if (pathname !== '/' || search || hash) return undefined
  try {
    const credentials = { user: decodeURIComponent(username), password: decodeURIComponent(password) }
    if (Object.values(credentials).some((part) => new TextEncoder().encode(part).length > MAX_SOCKS_BYTES))
      return undefined
    return {
      scheme: scheme === 'socks5h' ? 'socks5' : (scheme as ProxyAddress['scheme']),
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      // URL drops port 80 as that of its own scheme.
      port: Number(port) || (/:80\/?$/.test(rest) ? 80 : standard),
      ...credentials,
    }
  } catch {
    return undefined
  }
}

/** Returns the address of a proxy with another password; without one where it is empty. */
export function withProxyPassword(text: string, password: string): string {
  const written = password === STORED_SECRET ? password : encodeURIComponent(password)
  return text.trim().replace(/^([^/]*\/\/)?([^@/]*)@/, (_all, scheme = '', credentials: string) => {
    const [user = ''] = credentials.split(':')
    return `${scheme}${user}${written && `:${written}`}@`
  })
}
