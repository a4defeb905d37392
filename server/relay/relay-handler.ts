import type { Language } from '#contract/errors.ts'
import { callerDialects } from '../dialects/all.ts'
import { type RelayEndpoint, relayEndpoint } from '../endpoints/endpoints.ts'
import { Failure } from '../errors/api-error.ts'
import { originReader } from '../http/client-ip.ts'
import { REQUEST_ID_HEADER } from '../http/conventions.ts'
import { preferredLanguage } from '../http/language.ts'
import { newRequestId } from '../http/request-id.ts'
import type { Arrival, Incoming } from '../http1/shared/request.ts'
import type { Reply } from '../http1/shared/response.ts'
import { NO_RESERVATION, type Reservation, SMALL_BYTES } from '../memory/memory-budget.ts'
import type { RelayDeps } from './deps.ts'
import { type Arrived, admitToken, type Caller } from './entry/admit.ts'
import { OPEN_HEADERS } from './entry/cors.ts'
import { errorReply } from './error-reply.ts'
import { relay } from './relay.ts'
import { RelayFailure } from './upstream/relay-failure.ts'

/** The short way of calls with a token. It stands before the console's router. */
export interface RelayLane {
  /** What a POST to the path does; undefined = it is not for the relay. A slash at the end does not matter. */
  endpointOf(path: string): RelayEndpoint | undefined
  /**
   * Reserves memory for a body of so many bytes; a small one needs none. undefined = none is free, or the caller may not
   * call, as far as memory tells: also one of whom the database has to be asked.
   */
  reserveFor(arrived: Arrived, bytes: number): Reservation | undefined
  /** Never rejects. */
  answer(incoming: Incoming, endpoint: RelayEndpoint): Promise<Reply>
}

export function createRelayLane(deps: RelayDeps): RelayLane {
  const readOrigin = originReader(deps.services.config.trustedProxies)
  const ip = (incoming: Arrival) => readOrigin(incoming).ip
  const admit = (incoming: Arrived, language: Language) => admitToken(incoming, ip, language, deps)
  return {
    endpointOf(path) {
      const endpoint = relayEndpoint(path)
      return endpoint?.auth === 'token' ? endpoint : undefined
    },
    reserveFor(arrived, bytes) {
      if (bytes <= SMALL_BYTES) return NO_RESERVATION
      try {
        const caller = admit(arrived, 'en')
        if (!(caller instanceof Promise)) return deps.bodies.reserve(caller.user.id, bytes)
        caller.catch(() => {})
      } catch {
        // Refused; whoever answers the call finds the reason again.
      }
      return undefined
    },
    answer: (incoming, endpoint) => answer(incoming, endpoint, deps, admit),
  }
}

/** Runs a call whose caller `admit` finds, and turns whatever fails into a reply. */
export async function answer(
  incoming: Incoming,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
  admit: (incoming: Incoming, language: Language) => Caller | Promise<Caller>,
  requestId = newRequestId(),
): Promise<Reply> {
  const language = preferredLanguage(incoming.header('accept-language'), deps.services.options.values.ErrorLanguage)
  deps.calls.active += 1
  let caller: Caller | undefined
  let reply: Reply
  try {
    const admitted = admit(incoming, language)
    caller = admitted instanceof Promise ? await admitted : admitted
    reply = await relay(incoming, endpoint, caller, requestId, deps)
  } catch (error) {
    noteFailure(error, caller, requestId, deps)
    reply = errorReply(error, language, requestId, endpoint.format)
  } finally {
    deps.calls.active -= 1
    incoming.reservation?.release()
  }
  reply.headers[REQUEST_ID_HEADER] = requestId
  reply.headers[callerDialects[endpoint.format].requestIdHeader] = requestId
  if (incoming.isCutOff) reply.headers.connection = 'close'
  if (endpoint.auth === 'token' && incoming.header('origin')) Object.assign(reply.headers, OPEN_HEADERS)
  return reply
}

/** A token that has run out is marked; what nobody expected is logged. */
export function noteFailure(
  error: unknown,
  caller: Pick<Caller, 'token'> | undefined,
  requestId: string,
  deps: RelayDeps,
): void {
  if (error instanceof Failure && error.code === 'insufficient_token_quota' && caller?.token) {
    deps.markToken(caller.token.id, 'exhausted')
  }
  if (error instanceof Failure || error instanceof RelayFailure) return
  deps.services.log.error(
    { request_id: requestId, error: error instanceof Error ? error.stack : String(error) },
    'a call failed',
  )
}
