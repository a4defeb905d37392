import type { RelayEndpoint } from '../../endpoints/endpoints.ts'
import type { Incoming } from '../../http1/shared/request.ts'

/** The caller's headers that an upstream of the same format gets; undefined = the endpoint has none. */
export function forwardedHeaders(
  { header }: Pick<Incoming, 'header'>,
  { forwards }: Pick<RelayEndpoint, 'forwards'>,
): Record<string, string> | undefined {
  if (!forwards) return undefined
  const headers: Record<string, string> = {}
  for (const name of forwards) {
    const value = header(name)
    if (value) headers[name] = value
  }
  return headers
}
