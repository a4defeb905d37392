import type { RelayEndpoint } from './endpoints.ts'

const API_VERSION = 'api-version='

/** A caller may name the version of Azure's interface, which goes before the channel's. */
export function withApiVersion(endpoint: RelayEndpoint, url: string): RelayEndpoint {
  const at = url.indexOf(API_VERSION)
  const apiVersion = at < 0 ? '' : (/^[\w.-]+/.exec(url.slice(at + API_VERSION.length))?.[0] ?? '')
  return apiVersion ? { ...endpoint, apiVersion } : endpoint
}
