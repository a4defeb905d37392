import type { ProxyAddress } from '#contract/proxy-address.ts'
import { type CommonProxies, readCommonProxies } from '../../platform/net/common-proxies.ts'
import { createWay, type Way } from '../http1/client/way.ts'
import { bridgedProxy, bridgedProxyUrl } from './proxy-bridge.ts'

/**
 * Which way requests go: by the proxy of their channel, else by that of the environment, and straight to hosts that
 * `NO_PROXY` names.
 */

/** The way of addresses that callers name: their host's name is resolved once, here. */
export const RESOLVED_HERE: Way = { key: 'resolved here', alwaysTunnels: true }

let common: CommonProxies | undefined
/** Ways of proxies by their channel's way, because each call asks. */
const known = new WeakMap<object, Map<string, Way | undefined>>()
const ofNoChannel = {}

/** Returns the way of a request; undefined = straight. `own`: that of its channel. */
export function findWay(url: string, own: Way | undefined): Way | undefined {
  common ??= readCommonProxies(process.env)
  if (!own && !common.http && !common.https) return undefined
  const { protocol, hostname, port } = new URL(url)
  const isSecure = protocol === 'https:' || protocol === 'wss:'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const proxy = own?.proxy ?? (isSecure ? common.https : common.http)
  const isSkipped = !proxy || common.skips(host, Number(port) || (isSecure ? 443 : 80))
  return combine(own, isSkipped ? undefined : proxy, isSecure)
}

/** Returns the URL of an HTTP proxy for a connection that is neither HTTP nor a WebSocket, such as one for mail. */
export function findPlainProxy(host: string, port: number): string | undefined {
  common ??= readCommonProxies(process.env)
  return common.all && !common.skips(host, port) ? bridgedProxyUrl(common.all) : undefined
}

/** Returns the environment's proxies for libraries that read such variables and know HTTP proxies alone. */
export function proxyVariables(): Record<string, string> {
  common ??= readCommonProxies(process.env)
  const { http, https, exceptions } = common
  return {
    ...(http && { HTTP_PROXY: bridgedProxyUrl(http) }),
    ...(https && { HTTPS_PROXY: bridgedProxyUrl(https) }),
    ...((http || https) && { NO_PROXY: exceptions }),
  }
}

function combine(own: Way | undefined, proxy: ProxyAddress | undefined, isSecure: boolean): Way | undefined {
  const ways = known.get(own ?? ofNoChannel) ?? new Map<string, Way | undefined>()
  known.set(own ?? ofNoChannel, ways)
  const id = proxy ? `${isSecure} ${JSON.stringify(proxy)}` : ''
  if (!ways.has(id)) {
    // The runtime has no TLS within TLS: the bridge speaks the outer one.
    const spoken = proxy?.scheme === 'https' && isSecure ? bridgedProxy(proxy) : proxy
    ways.set(id, createWay({ proxy: spoken, tls: own?.tls, ...(own?.alwaysTunnels && { alwaysTunnels: true }) }))
  }
  return ways.get(id)
}

/** The runtime's fetch by the environment's proxies, for libraries that want one. */
export function fetchByProxy(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const proxy = findWay(input instanceof Request ? input.url : String(input), undefined)?.proxy
  return fetch(input, { ...init, proxy: proxy ? bridgedProxyUrl(proxy) : false })
}
