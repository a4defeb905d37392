import { findWay } from './find-way.ts'
import { bridgedProxyUrl } from './proxy-bridge.ts'

/** The runtime's fetch by the environment's proxies, for libraries that want one. */
export function fetchByProxy(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = input instanceof Request ? input.url : String(input)
  const proxy = findWay(url, undefined)?.proxy
  return fetch(input, { ...init, proxy: proxy ? bridgedProxyUrl(proxy) : false })
}
