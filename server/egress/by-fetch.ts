import type { Exchange, UpstreamAnswer, UpstreamRequest } from '../http1/client/answer.ts'
import { decoded } from '../http1/client/decoded.ts'
import { readAll, readEach } from '../http1/client/read-all.ts'

/** The runtime's own client. It knows the proxies of the environment and passwords in URLs, and costs more per call. */
export function exchangeByFetch(request: UpstreamRequest): Exchange {
  const abort = new AbortController()
  const sent = fetch(request.url, {
    method: request.method ?? 'POST',
    headers: request.headers,
    ...(request.method === 'GET' ? {} : { body: request.body }),
    redirect: 'manual',
    signal: abort.signal,
    // Bun ends silent connections after five minutes by itself; the relay has limits of its own.
    timeout: false,
    // The runtime would decode a whole part at once, whatever size it becomes.
    decompress: false,
  } as RequestInit)
  return {
    answer: sent.then((response) => decoded(answerOf(response))),
    cancel: (reason) => abort.abort(new Error(reason)),
  }
}

function answerOf(response: Response): UpstreamAnswer {
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
