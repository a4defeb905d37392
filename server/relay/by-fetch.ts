import { Failure } from '../errors/api-error.ts'
import { arrivalOf, type Connection } from '../http/client-ip.ts'
import type { Incoming } from '../http1/shared/request.ts'
import type { Reply, Sink, StreamBody } from '../http1/shared/response.ts'
import type { RelayLane } from './relay-handler.ts'

/** Calls that come in as web-standard requests: through the console's router, and from whatever is no plain call. */

/** Bun's `type: "direct"` controller: `flush(true)` resolves when the socket can take more. */
interface DirectController {
  write(bytes: Uint8Array | string): number
  flush(wait: boolean): number | Promise<number>
  close(): void
}

/** What may be on its way to a caller that does not read. */
const WINDOW_BYTES = 32 * 1024

/** Answers relayed calls with a token; undefined = the request is not for the relay. */
export function fetchRelay(lane: RelayLane) {
  return (request: Request, connection: Connection | undefined): Promise<Response> | undefined => {
    if (request.method !== 'POST') return undefined
    const endpoint = lane.endpointOf(pathOf(request.url))
    return endpoint && lane.answer(incomingOf(request, connection), endpoint).then(responseOf)
  }
}

export function incomingOf(request: Request, connection: Connection | undefined): Incoming {
  const incoming: Incoming = {
    ...arrivalOf(request, connection),
    url: request.url,
    length: Number(request.headers.get('content-length')),
    body: (came) => bodyIn(request, incoming, came),
    reservation: undefined,
    hangUp: request.signal,
  }
  return incoming
}

/** Throws body_invalid where the caller hangs up in the middle of it, and what `came` throws. */
async function bodyIn(request: Request, incoming: Incoming, came?: (bytes: number) => void): Promise<Buffer> {
  try {
    return await wholeBody(request, incoming, came)
  } catch (error) {
    throw error instanceof Failure ? error : new Failure('body_invalid', { detail: 'it ended early' })
  }
}

/** A body of unknown length is counted as it comes. */
async function wholeBody(request: Request, incoming: Incoming, came?: (bytes: number) => void): Promise<Buffer> {
  if (request.headers.has('content-length') || !request.body) return Buffer.from(await request.arrayBuffer())
  const parts: Uint8Array[] = []
  incoming.isCutOff = true
  for await (const part of request.body) {
    came?.(part.length)
    parts.push(part)
  }
  incoming.isCutOff = false
  return Buffer.concat(parts)
}

export function responseOf({ status, headers, body, release }: Reply): Response {
  // The runtime does not tell when a whole body is sent.
  release?.()
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  return new Response(isWhole ? body : streamOf(body), { status, headers })
}

function streamOf(body: StreamBody): ReadableStream {
  const source = {
    type: 'direct' as const,
    pull: (controller: DirectController) => body.run(sinkOf(controller)),
    cancel: () => body.hangUp(),
  }
  return new ReadableStream(source as unknown as UnderlyingDefaultSource)
}

/** Waits for the socket once in so many bytes: each wait costs a turn of the event loop. */
function sinkOf(controller: DirectController): Sink {
  let unconfirmed = 0
  return {
    write(bytes) {
      controller.write(bytes)
      unconfirmed += bytes.length
      const wait = unconfirmed >= WINDOW_BYTES
      const flushed = controller.flush(wait)
      if (!wait || !(flushed instanceof Promise)) return undefined
      return flushed.then(() => {
        unconfirmed = 0
      })
    },
    end(last) {
      if (last) controller.write(last)
      controller.close()
    },
  }
}

/** The path of an absolute URL without parsing the whole of it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  return url.slice(start, query < 0 ? undefined : query)
}
