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

/** The first `maxBytes` of an answer's text, or as much of it as arrives; the rest is not read. */
export async function readStart(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      parts.push(part)
      size += part.length
      if (size >= maxBytes) break
    }
  } catch {
    // A body that breaks off still has a status and perhaps a message.
  }
  return Buffer.concat(parts).toString('utf8', 0, maxBytes)
}
