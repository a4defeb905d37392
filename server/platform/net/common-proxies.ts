import { BlockList, isIP } from 'node:net'
import { type ProxyAddress, readProxyAddress } from '#contract/proxy-address.ts'

/** The proxies of the environment. */
export interface CommonProxies {
  http: ProxyAddress | undefined
  https: ProxyAddress | undefined
  /** For what is neither, such as mail. */
  all: ProxyAddress | undefined
  /** The text of NO_PROXY. */
  exceptions: string
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
  const exceptions = value('NO_PROXY')
  return {
    http: proxy('HTTP_PROXY') ?? all,
    https: proxy('HTTPS_PROXY') ?? all,
    ...{ all, exceptions, skips: readExceptions(exceptions) },
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
