import { BlockList, isIP } from 'node:net'
import { type ProxyAddress, readProxyAddress } from '#contract/proxy-address.ts'
import { createWay, type Way } from '../http1/client/way.ts'
import { bridgedProxy } from './proxy-bridge.ts'

/**
 * Which way requests go: by the proxy of their channel, else by that of the environment, and straight to hosts that
 * `NO_PROXY` names.
 */

/** The proxies of the environment. */
export interface CommonProxies {
  http: ProxyAddress | undefined
  https: ProxyAddress | undefined
  /** For what is neither, such as mail. */
  all: ProxyAddress | undefined
  skips(host: string, port: number): boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/** Reads the variables of proxies. Throws an Error that names the variable whose address is none. */
export function readCommonProxies(env: Environment): CommonProxies {
  const value = (name: string) => env[name] || env[name.toLowerCase()] || ''
  const proxy = (name: string) => {
    const text = value(name)
    const address = text === '' ? undefined : readProxyAddress(text)
    if (text && !address) {
      throw new Error(
        `${name} must be a proxy: http://, https:// or socks5:// with name:password@ if needed, host and port`,
      )
    }
    return address
  }
  const all = proxy('ALL_PROXY')
  return {
    http: proxy('HTTP_PROXY') ?? all,
    https: proxy('HTTPS_PROXY') ?? all,
    all,
    skips: readExceptions(value('NO_PROXY')),
  }
}

/** Names with their subdomains, addresses and networks, each with or without a port; `*` = all. */
function readExceptions(text: string): CommonProxies['skips'] {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(readException)
  return (host, port) => {
    const name = host.toLowerCase().replace(/\.$/, '')
    return entries.some((entry) => (entry.port === undefined || entry.port === port) && entry.has(name))
  }
}

function readException(entry: string): { port: number | undefined; has(host: string): boolean } {
  const [, inBrackets, plain = '', port] = /^(?:\[(.+)\]|([^:]*|[^/]*:[^/]*:.*))(?::(\d+))?$/.exec(entry) ?? []
  const name = (inBrackets ?? plain).toLowerCase()
  return { port: port === undefined ? undefined : Number(port), has: hostTest(name) }
}

function hostTest(name: string): (host: string) => boolean {
  if (name === '*') return () => true
  const [address = '', bits] = name.split('/')
  const version = isIP(address)
  if (version === 0) {
    const domain = name.replace(/^\*?\./, '')
    return (host) => host === domain || host.endsWith(`.${domain}`)
  }
  const networks = new BlockList()
  const family = version === 4 ? 'ipv4' : 'ipv6'
  networks.addSubnet(address, Math.min(Number(bits ?? 128), version === 4 ? 32 : 128), family)
  return (host) => isIP(host) !== 0 && networks.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6')
}

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

/** Returns the proxy for a connection that is neither HTTP nor WebSocket. */
export function findPlainProxy(host: string, port: number): ProxyAddress | undefined {
  common ??= readCommonProxies(process.env)
  return common.all && !common.skips(host, port) ? common.all : undefined
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
