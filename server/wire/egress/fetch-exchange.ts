import { decodeAnswer } from '../http1/client/decode-answer.ts'
import { readAll, readEach } from '../http1/client/read-all.ts'
import type { Exchange, UpstreamAnswer, UpstreamRequest } from '../http1/client/upstream-answer.ts'

/**
 * Sends a request with the runtime's own client, which supports the environment's proxies and passwords in URLs,
 * and costs more per call.
 */
export function exchangeWithFetch(request: UpstreamRequest): Exchange {
  const abort = new AbortController()
  const sent = fetch(request.url, {
    method: request.method ?? 'POST',
    headers: request.headers,
    ...(request.method === 'GET' ? {} : { body: request.body }),
    redirect: 'manual',
    signal: abort.signal,
    // Bun ends idle connections after five minutes; the relay has its own limits.
    timeout: false,
    // The runtime would decode a whole chunk at once, whatever its decoded size.
    decompress: false,
  } as RequestInit)
  return {
    answer: sent.then((response) => decodeAnswer(toUpstreamAnswer(response))),
    cancel: (reason) => abort.abort(new Error(reason)),
  }
}

function toUpstreamAnswer(response: Response): UpstreamAnswer {
  const reader = response.body?.getReader()
  const read = async () => {
    const part = await reader?.read()
    return part?.value && Buffer.from(part.value.buffer, part.value.byteOffset, part.value.byteLength)
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    read,
    each: (take) => readEach({ read }, take),
    bytes: (keep) => readAll({ read }, keep),
  }
}
