import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'

const API_VERSION = 'api-version='
const AS_EVENTS = /[?&]alt=sse(?:&|$)/

/**
 * Returns the endpoint with the options of the URL's query: the version of Azure's interface, which overrides the
 * channel's; and for Gemini one JSON array as the stream's format, which is Google's default unless events are
 * requested.
 */
export function endpointFromQuery(endpoint: RelayEndpoint, url: string): RelayEndpoint {
  if (endpoint.format === 'gemini')
    return endpoint.stream && !AS_EVENTS.test(url) ? { ...endpoint, asArray: true } : endpoint
  const at = url.indexOf(API_VERSION)
  const apiVersion = at < 0 ? '' : (/^[\w.-]+/.exec(url.slice(at + API_VERSION.length))?.[0] ?? '')
  return apiVersion ? { ...endpoint, apiVersion } : endpoint
}
