import { exchangeHttp1 } from '../http1/client/exchange.ts'
import { createPool } from '../http1/client/pool.ts'
import type { Exchange, UpstreamAnswer, UpstreamRequest } from '../http1/client/upstream-answer.ts'
import { findWay } from './find-way.ts'
import { exchangeWithWebSocket } from './websocket-exchange.ts'

/** The only place that opens connections to upstreams of channels. */

const pool = createPool()

/** Sends a request by the way of its channel, or by the environment's. Never throws: errors reject the answer. */
export function sendUpstream(request: UpstreamRequest): Exchange {
  if (request.url.startsWith('ws')) return exchangeWithWebSocket(request)
  try {
    const way = findWay(request.url, request.way)
    return exchangeHttp1(way === request.way ? request : { ...request, way }, pool)
  } catch (error) {
    return { answer: Promise.reject(error), cancel() {} }
  }
}

/** Returns the first `maxBytes` of an answer's text, or as much as arrives; the rest is not read. */
export async function readErrorText(answer: UpstreamAnswer, maxBytes: number): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for (let part = await answer.read(); part; part = await answer.read()) {
      parts.push(part)
      size += part.length
      if (size >= maxBytes) break
    }
  } catch {
    // A body that breaks off still has a status and perhaps a message.
  }
  return Buffer.concat(parts).toString('utf8', 0, maxBytes)
}
