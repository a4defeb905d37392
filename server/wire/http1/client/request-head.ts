import { LRUCache } from 'lru-cache'
import { isHeaderValue } from '../shared/header-text.ts'
import type { Origin } from './connection.ts'
import type { UpstreamRequest } from './upstream-answer.ts'

/** The parts of a URL that a request needs. */
export interface Target {
  origin: Origin
  /** The Host header. */
  host: string
  path: string
}

const targets = new LRUCache<string, Target>({ max: 1000 })

/** Splits a URL into its parts, cached: upstreams have few URLs. Throws for anything but an http(s) URL. */
export function parseTarget(url: string): Target {
  const known = targets.get(url)
  if (known) return known
  const { protocol, host, hostname, port, pathname, search } = new URL(url)
  const tls = protocol === 'https:'
  if (!tls && protocol !== 'http:') throw new Error(`${protocol} addresses are not supported`)
  const origin = {
    key: `${protocol}//${host}`,
    // An IPv6 address is in brackets in URLs only.
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (tls ? 443 : 80) : Number(port),
    tls,
  }
  const target = { origin, host, path: `${pathname}${search}` }
  targets.set(url, target)
  return target
}

/** Heads by their headers object, which frequent callers reuse for each request. */
const heads = new WeakMap<UpstreamRequest['headers'], { method: string; target: Target; bytes: Buffer }>()

/**
 * Returns the head of a request: that of a GET is complete, in others the length of the body and a blank line are
 * missing. No encoding is requested, because the answer's bytes are read as they pass. Throws when a header
 * contains a forbidden character.
 */
export function requestHead({ method = 'POST', headers }: UpstreamRequest, target: Target): Buffer {
  const known = heads.get(headers)
  if (known !== undefined && known.method === method && known.target === target) return known.bytes
  const text = headStart(method, headers, target) + (method === 'GET' ? '\r\n' : 'content-length: ')
  const bytes = Buffer.from(text, 'latin1')
  heads.set(headers, { method, target, bytes })
  return bytes
}

function headStart(method: string, headers: UpstreamRequest['headers'], { host, path }: Target): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: identity\r\n`
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (!isHeaderValue(value)) throw new Error(`the header ${name} contains characters that are not allowed`)
    text += `${name}: ${value}\r\n`
  }
  return text
}
