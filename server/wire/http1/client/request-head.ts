import { LRUCache } from 'lru-cache'
import { isHeaderValue } from '../shared/header-text.ts'
import type { Origin } from './connection.ts'
import type { UpstreamRequest } from './upstream-answer.ts'
import { basicCredentials, proxyAuthorization, type Way } from './way.ts'

/** The parts of a URL that a request needs. */
export interface Target {
  origin: Origin
  /** The Host header. */
  host: string
  path: string
  /** Headers that the URL and its way ask for; those of the request go first. */
  headers: Readonly<Record<string, string>>
}

const targets = new LRUCache<string, Target>({ max: 1000 })

const NO_HEADERS = {}

/**
 * Splits a URL into its parts, cached: upstreams have few URLs. Throws for anything but an
 * http(s) URL.
 */
export function parseTarget(url: string, way?: Way): Target {
  const id = way ? `${way.key} ${url}` : url
  const known = targets.get(id)
  if (known) return known
  const target = createTarget(new URL(url), way)
  targets.set(id, target)
  return target
}

function createTarget(
  { protocol, host, hostname, port, pathname, search, username, password }: URL,
  way: Way | undefined,
): Target {
  const tls = protocol === 'https:'
  if (!tls && protocol !== 'http:') throw new Error(`${protocol} addresses are not supported`)
  const name = `${protocol}//${host}`
  const proxy = way?.proxy
  const isTunnelled = proxy !== undefined && (tls || proxy.scheme === 'socks5' || way?.alwaysTunnels === true)
  const isForwarded = proxy !== undefined && !isTunnelled
  const authorization = isForwarded ? proxyAuthorization(proxy) : undefined
  return {
    origin: {
      name,
      key: way ? `${name} ${way.key}` : name,
      // An IPv6 address is in brackets in URLs only.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (tls ? 443 : 80) : Number(port),
      tls,
      ...(way && { way, isTunnelled }),
    },
    host,
    // A proxy reads from the whole address where a request goes: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
    path: `${isForwarded ? name : ''}${pathname}${search}`,
    headers:
      username || password || authorization
        ? {
            ...((username || password) && {
              authorization: basicCredentials(decodeURIComponent(username), decodeURIComponent(password)),
            }),
            ...(authorization && { 'proxy-authorization': authorization }),
          }
        : NO_HEADERS,
  }
}

/** Whether requests with a method have no body. */
export const hasNoBody = (method: UpstreamRequest['method']) => method === 'GET' || method === 'DELETE'

/** Heads by their headers object, which frequent callers reuse for each request. */
const heads = new WeakMap<
  UpstreamRequest['headers'],
  { method: UpstreamRequest['method']; target: Target; bytes: Buffer }
>()

/**
 * Returns the head of a request: that of one without a body is complete, in others the length of the body and a blank line are
 * missing. No encoding is requested, because the answer's bytes are read as they pass. Throws when a header
 * contains a forbidden character.
 */
export function requestHead({ method = 'POST', headers }: UpstreamRequest, target: Target): Buffer {
  const known = heads.get(headers)
  if (known !== undefined && known.method === method && known.target === target) return known.bytes
  const text = headStart(method, headers, target) + (hasNoBody(method) ? '\r\n' : 'content-length: ')
  const bytes = Buffer.from(text, 'latin1')
  heads.set(headers, { method, target, bytes })
  return bytes
}

function headStart(method: string, headers: UpstreamRequest['headers'], { host, path, headers: more }: Target): string {
  let text = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: identity\r\n`
  const all = more === NO_HEADERS ? headers : withoutRepeated(more, headers)
  for (const name in all) {
    const value = all[name] ?? ''
    if (!isHeaderValue(value)) throw new Error(`the header ${name} contains characters that are not allowed`)
    text += `${name}: ${value}\r\n`
  }
  return text
}

/** Adds headers that a request does not have, in whichever letters. */
function withoutRepeated(more: Target['headers'], headers: UpstreamRequest['headers']): UpstreamRequest['headers'] {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(more).filter(([name]) => !given.has(name))), ...headers }
}
