import type { RelayEndpoint } from '../../endpoints/endpoints.ts'

const API_VERSION = 'api-version='
const AS_EVENTS = /[?&]alt=sse(?:&|$)/

/**
 * The endpoint as the caller's address wants it: with the version of Azure's interface, which goes before the channel's;
 * and Gemini's streams as one JSON array, which is what they are unless events are asked for.
 */
export function byQuery(endpoint: RelayEndpoint, url: string): RelayEndpoint {
  if (endpoint.format === 'gemini')
    return endpoint.stream && !AS_EVENTS.test(url) ? { ...endpoint, asArray: true } : endpoint
  const at = url.indexOf(API_VERSION)
  const apiVersion = at < 0 ? '' : (/^[\w.-]+/.exec(url.slice(at + API_VERSION.length))?.[0] ?? '')
  return apiVersion ? { ...endpoint, apiVersion } : endpoint
}
