import type { RelayHandler } from '#server/calls/relay/relay-handler.ts'
import { relayEndpoint } from '#server/formats/endpoints/endpoints.ts'
import { listen, type RunningServer } from '#server/listen.ts'
import type { RelayResponse, StreamBody } from '#server/wire/http1/shared/response.ts'

/** A port whose calls a test answers itself, to the byte. */
export interface OwnPort extends RunningServer {
  /** What failed without reaching a caller. */
  failures: unknown[]
}

type Answer = RelayHandler['handle']
type Fetch = Parameters<typeof listen>[0]['fetch']

const CALLS = '/v1/chat/completions'

/** Listens on a random port. Calls go to `answer`, everything else to `fetch`. */
export function ownPort(answer: Answer, fetch: Fetch = () => new Response('web')): OwnPort {
  const endpointOf = (path: string) => (path === CALLS ? relayEndpoint(path) : undefined)
  const relayHandler: RelayHandler = {
    endpointOf,
    reserveBody: () => ({ grow() {}, release() {} }),
    laneOf: () => '',
    handle: answer,
  }
  const failures: unknown[] = []
  const place = { hostname: '127.0.0.1', port: 0, maxBodyBytes: 1024 * 1024 }
  return { failures, ...listen({ relayHandler, fetch }, { ...place, failed: (error) => failures.push(error) }) }
}

/** The bytes of a call to such a port. */
export function callOf(body = '', fields: string[] = []): string {
  const lines = [`POST ${CALLS} HTTP/1.1`, 'host: a.test', ...fields, `content-length: ${Buffer.byteLength(body)}`]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

export function replyOf(body: RelayResponse['body']): RelayResponse {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body }
}

/** A reply whose body is written by `run`. */
export function streamOf(run: StreamBody['run']): RelayResponse {
  return replyOf({ run, disconnect() {} })
}
