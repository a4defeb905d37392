import { callerDialects } from '../../formats/dialects/all.ts'
import { endpointKind, type RelayEndpoint, relayEndpoint } from '../../formats/endpoints/endpoints.ts'
import { andThen, type MaybePromise } from '../../platform/async/and-then.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { REQUEST_ID_HEADER } from '../../platform/http/common-headers.ts'
import { replyLanguage } from '../../platform/http/language.ts'
import { newRequestId } from '../../platform/http/request-id.ts'
import type { RequestOrigin } from '../../platform/http/request-origin.ts'
import { createOriginReader } from '../../platform/http/request-origin.ts'
import { NO_RESERVATION, type Reservation, SMALL_BYTES } from '../../platform/memory/memory-budget.ts'
import type { RelayRequest } from '../../wire/http1/shared/request.ts'
import type { RelayResponse } from '../../wire/http1/shared/response.ts'
import { rateHeaders } from '../limits/rate-headers.ts'
import { RelayFailure } from '../upstream/relay-failure.ts'
import { admitToken, type Caller, type RequestHead, requireBalance } from './admit/admit.ts'
import { type ReadRequest, readCallHeaders } from './admit/call-headers.ts'
import { readToken } from './admit/token-key.ts'
import { errorResponse } from './answer/error-response.ts'
import { CORS_HEADERS } from './cors.ts'
import type { RelayDeps } from './deps/deps.ts'
import { relay, type TracedId } from './relay.ts'

/** Handles calls with a token on the fast path, before the console's router. */
export interface RelayHandler {
  /**
   * Returns the endpoint of a POST to the path; undefined = it is not for the relay. A trailing slash is ignored.
   */
  endpointOf(path: string): RelayEndpoint | undefined
  /**
   * Returns a reservation that grows with a body of this length; a small one needs none. undefined = the caller is not
   * admitted, or cannot pay. A promise where the caller must be looked up in the database; never rejects.
   */
  reserveBody(arrived: RequestHead, endpoint: RelayEndpoint, bytes: number): MaybePromise<Reservation | undefined>
  /** Returns the token that a call presents, or its address. */
  laneOf(arrived: RequestHead): string
  /** Never rejects. */
  handle(incoming: RelayRequest, endpoint: RelayEndpoint): Promise<RelayResponse>
}

export function createRelayHandler(deps: RelayDeps): RelayHandler {
  const readOrigin = createOriginReader(deps.services.config.trustedProxies)
  const ip = (incoming: RequestOrigin) => readOrigin(incoming).ip
  const admit = (request: RequestHead, endpoint: RelayEndpoint) =>
    admitToken({ request, ip, endpoint: endpointKind(endpoint) }, deps)
  return {
    endpointOf(path) {
      const endpoint = relayEndpoint(path)
      return endpoint?.auth === 'token' ? endpoint : undefined
    },
    reserveBody(arrived, endpoint, bytes) {
      if (bytes <= SMALL_BYTES) return NO_RESERVATION
      // What is refused here has its reason found again by `handle`.
      const refused = () => undefined
      try {
        const admitting = admit(arrived, endpoint)
        const reserved = andThen(admitting, (caller) =>
          andThen(requireBalance(caller, endpoint, deps), () => deps.bodyMemory.reserve(caller.user.id, 0)),
        )
        return reserved instanceof Promise ? reserved.catch(refused) : reserved
      } catch {
        return refused()
      }
    },
    laneOf: (arrived) => readToken(readCallHeaders(arrived), arrived.url)[0]?.key ?? ip(arrived),
    handle: (incoming, endpoint) => handleCall(incoming, endpoint, deps, admit),
  }
}

/** Runs a call whose caller `admit` finds, and turns every error into a response. */
export async function handleCall(
  incoming: RelayRequest,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
  admit: (incoming: ReadRequest, endpoint: RelayEndpoint) => MaybePromise<Caller>,
  requestId = newRequestId(),
): Promise<RelayResponse> {
  const request: ReadRequest = Object.assign(incoming, { headers: readCallHeaders(incoming) })
  const trace = deps.services.telemetry?.startCall({
    id: requestId,
    url: request.url,
    header: request.header,
    endpoint,
  })
  deps.calls.active += 1
  const traced: TracedId = { id: requestId, trace }
  let caller: Caller | undefined
  let failure: string | undefined
  let reply: RelayResponse
  try {
    if (request.refusal) throw request.refusal === 'too slow' ? new ApiError('body_too_slow') : request.refusal
    const admitting = admit(request, endpoint)
    caller = admitting instanceof Promise ? await admitting : admitting
    reply = await relay(request, endpoint, caller, traced, deps)
  } catch (error) {
    handleError(error, caller, requestId, deps)
    const site = deps.services.options.values.ErrorLanguage
    const language = caller?.language ?? replyLanguage(request.headers.language, undefined, site)
    reply = errorResponse(error, language, requestId, endpoint.format)
    failure = errorType(error)
  } finally {
    deps.calls.active -= 1
    request.reservation?.release()
  }
  // A stream ends its call itself.
  if (trace && !isStreamBody(reply.body) && !reply.isOngoing) trace.end(reply.status, failure)
  if (caller) addRateHeaders(reply, caller, traced.model, endpoint, deps)
  reply.headers[REQUEST_ID_HEADER] = requestId
  reply.headers[callerDialects[endpoint.format].requestIdHeader] = requestId
  if (endpoint.auth === 'token' && request.headers.origin) Object.assign(reply.headers, CORS_HEADERS)
  return reply
}

/** Whether a body is written later, by its `run`. */
const isStreamBody = (body: RelayResponse['body']) => typeof body === 'object' && 'run' in body

/** Returns what a span says of an error: a code of this server, or a status. Texts of upstreams stay out. */
export function errorType(error: unknown): string {
  if (error instanceof ApiError) return error.code
  if (!(error instanceof RelayFailure)) return 'internal_error'
  const { callerError, status } = error.verdict
  return typeof callerError === 'string' ? callerError : String(status)
}

/** Adds what is left of the limits of a call, in the words of its format. `model`: undefined = it was not read. */
function addRateHeaders(
  reply: RelayResponse,
  { user, token }: Caller,
  model: string | undefined,
  { format }: RelayEndpoint,
  deps: RelayDeps,
): void {
  const { callLimits } = deps.services
  const applied = model === undefined ? callLimits.ofCaller({ user, token }) : callLimits.find({ user, token, model })
  if (applied.length === 0) return
  const names = callerDialects[format].rateLimitHeaders
  if (names) Object.assign(reply.headers, rateHeaders(applied, names, callLimits))
}

/** Marks a token that has run out, and logs unexpected errors. */
export function handleError(
  error: unknown,
  caller: Pick<Caller, 'token'> | undefined,
  requestId: string,
  deps: RelayDeps,
): void {
  if (error instanceof ApiError && error.code === 'insufficient_token_quota' && caller?.token) {
    deps.markToken(caller.token.id, 'exhausted')
  }
  if (error instanceof ApiError || error instanceof RelayFailure) return
  deps.services.log.error(
    { request_id: requestId, error: error instanceof Error ? error.stack : String(error) },
    'a call failed',
  )
}
