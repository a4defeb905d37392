/** The only place that opens connections to upstreams of channels. */

export interface UpstreamRequest {
  url: string
  headers: Record<string, string>
  body: Uint8Array
}

/**
 * Sends a request and resolves with its answer's head. Redirects are not followed: a credential must not travel to
 * another host. Rejects when the upstream cannot be reached or `signal` aborts.
 */
export function sendUpstream(request: UpstreamRequest, signal: AbortSignal): Promise<Response> {
  return fetch(request.url, {
    method: 'POST',
    headers: request.headers,
    body: request.body,
    redirect: 'manual',
    signal,
    // Bun ends silent connections after five minutes by itself; the relay has limits of its own.
    timeout: false,
  } as RequestInit)
}
