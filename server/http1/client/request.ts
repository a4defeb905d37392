import { LRUCache } from 'lru-cache'
import { isHeaderValue } from '../shared/header-text.ts'
import type { UpstreamRequest } from './answer.ts'
import type { Origin } from './connection.ts'

/** A URL in the parts that a request needs. */
export interface Target {
  origin: Origin
  /** The Host header. */
  host: string
  path: string
}

const targets = new LRUCache<string, Target>({ max: 1000 })

/** Takes a URL apart; upstreams have few of them. Throws for what is no http(s) URL. */
export function targetOf(url: string): Target {
  const known = targets.get(url)
  if (known) return known
  const { protocol, host, hostname, port, pathname, search } = new URL(url)
  const tls = protocol === 'https:'
  if (!tls && protocol !== 'http:') throw new Error(`${protocol} addresses are not supported`)
  const origin = {
    key: `${protocol}//${host}`,
    // An IPv6 address stands in brackets in URLs only.
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (tls ? 443 : 80) : Number(port),
    tls,
  }
  const target = { origin, host, path: `${pathname}${search}` }
  targets.set(url, target)
  return target
}

/** Heads by their headers: whoever sends many requests gives the same object with each. */
const heads = new WeakMap<UpstreamRequest['headers'], { method: string; target: Target; bytes: Buffer }>()

/**
 * The head of a request: that of a GET is whole, of others the length of the body and a blank line are missing. The
 * answer is wanted as it is, because its bytes are looked at as they pass. Throws when a header holds what no header may
 * hold.
 */
export function requestHead({ method = 'POST', headers }: UpstreamRequest, target: Target): Buffer {
  const known = heads.get(headers)
  if (known !== undefined && known.method === method && known.target === target) return known.bytes
  const text = beginningOf(method, headers, target) + (method === 'GET' ? '\r\n' : 'content-length: ')
  const bytes = Buffer.from(text, 'latin1')
  heads.set(headers, { method, target, bytes })
  return bytes
}

function beginningOf(method: string, headers: UpstreamRequest['headers'], { host, path }: Target): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: identity\r\n`
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (!isHeaderValue(value)) throw new Error(`the header ${name} holds characters that no header may hold`)
    text += `${name}: ${value}\r\n`
  }
  return text
}
