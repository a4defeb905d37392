import type { RelayEndpoint } from '../../../formats/endpoints/endpoints.ts'
import type { RelayRequest } from '../../../wire/http1/shared/request.ts'

/**
 * Returns the caller's headers that are forwarded to an upstream of the same format; undefined = the endpoint has
 * none.
 */
export function forwardedHeaders(
  { header }: Pick<RelayRequest, 'header'>,
  { forwardedHeaders }: Pick<RelayEndpoint, 'forwardedHeaders'>,
): Record<string, string> | undefined {
  if (!forwardedHeaders) return undefined
  const headers: Record<string, string> = {}
  for (const name of forwardedHeaders) {
    const value = header(name)
    if (value) headers[name] = value
  }
  return headers
}
