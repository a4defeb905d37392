import { announcedLength, readArrivingBody } from '../../platform/http/read-body.ts'
import { type Connection, toRequestOrigin } from '../../platform/http/request-origin.ts'
import { SMALL_BYTES } from '../../platform/memory/memory-budget.ts'
import type { RelayRequest } from '../../wire/http1/shared/request.ts'
import type { RelayResponse, Sink, StreamBody } from '../../wire/http1/shared/response.ts'
import type { RelayHandler } from './relay-handler.ts'

/**
 * Adapter between web-standard requests and the relay: for the console's router, and for everything that is not on
 * the fast path.
 */

/** Bun's `type: "direct"` controller: `flush(true)` resolves when the socket can take more. */
interface DirectController {
  write(bytes: Uint8Array | string): number
  flush(wait: boolean): number | Promise<number>
  close(): void
}

/** Bytes that may be in transit to a caller that does not read. */
const WINDOW_BYTES = 32 * 1024

/**
 * Returns a handler of relayed calls with a token; its result is undefined when the request is not for the relay.
 */
export function createFetchHandler(handler: RelayHandler) {
  return (request: Request, connection: Connection | undefined): Promise<Response> | undefined => {
    if (request.method !== 'POST') return undefined
    const endpoint = handler.endpointOf(pathOf(request.url))
    return endpoint && handler.handle(toRelayRequest(request, connection), endpoint).then(toResponse)
  }
}

export function toRelayRequest(request: Request, connection: Connection | undefined): RelayRequest {
  const length = announcedLength(request)
  // A small body is here as soon as an answer could be: its call is refused as all others are.
  const isArriving = length > SMALL_BYTES || request.headers.has('transfer-encoding')
  return {
    ...toRequestOrigin(request, connection),
    url: request.url,
    length,
    ...(isArriving && { isArriving }),
    body: (maxBytes, onBytes) => readArrivingBody(request, maxBytes, onBytes),
    reservation: undefined,
    disconnect: request.signal,
  }
}

export function toResponse({ status, headers, body, release }: RelayResponse): Response {
  // The runtime does not report when a whole body has been sent.
  release?.()
  const isWhole = typeof body === 'string' || body instanceof Uint8Array
  return new Response(isWhole ? body : toReadableStream(body), { status, headers })
}

function toReadableStream(body: StreamBody): ReadableStream {
  const source = {
    type: 'direct' as const,
    pull: (controller: DirectController) => body.run(createSink(controller)),
    cancel: () => body.disconnect(),
  }
  return new ReadableStream(source as unknown as UnderlyingDefaultSource)
}

/** Waits for the socket once per WINDOW_BYTES: each wait costs a turn of the event loop. */
function createSink(controller: DirectController): Sink {
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

/** Returns the path of an absolute URL without parsing all of it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  return url.slice(start, query < 0 ? undefined : query)
}
