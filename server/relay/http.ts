import type { Language } from '#contract/errors.ts'
import { type Connection, originReader } from '../http/client-ip.ts'
import { REQUEST_ID_HEADER } from '../http/conventions.ts'
import { Failure } from '../http/failure.ts'
import { preferredLanguage } from '../http/language.ts'
import { newRequestId } from '../http/request-id.ts'
import { admitToken, type Caller } from './admit.ts'
import type { RelayDeps } from './deps.ts'
import { type RelayEndpoint, relayEndpoint } from './endpoints.ts'
import { errorReply } from './error-reply.ts'
import { relay } from './relay.ts'

/** Answers relayed calls with a token; undefined = the path is not for the relay. Stands before the console's router. */
export type RelayHandler = (request: Request, connection: Connection | undefined) => Promise<Response> | undefined

export function createRelayHandler(deps: RelayDeps): RelayHandler {
  const readOrigin = originReader(deps.services.config.trustedProxies)
  return (request, connection) => {
    if (request.method !== 'POST') return undefined
    const endpoint = relayEndpoint(pathOf(request.url))
    if (endpoint?.auth !== 'token') return undefined
    return answer(request, endpoint, deps, (language) => {
      const admitted = admitToken(request, () => readOrigin(request, connection).ip, deps)
      return admitted.then((caller) => ({ ...caller, language }))
    })
  }
}

/** Runs a call whose caller `admit` finds, and turns whatever fails into a reply. */
export async function answer(
  request: Request,
  endpoint: RelayEndpoint,
  deps: RelayDeps,
  admit: (language: Language) => Promise<Caller>,
  requestId = newRequestId(),
): Promise<Response> {
  const language = preferredLanguage(request.headers.get('accept-language') ?? undefined)
  deps.calls.active += 1
  let caller: Caller | undefined
  let response: Response
  try {
    caller = await admit(language)
    response = await relay(request, endpoint, caller, requestId, deps)
  } catch (error) {
    noteFailure(error, caller, requestId, deps)
    response = errorReply(error, language, requestId)
  } finally {
    deps.calls.active -= 1
  }
  response.headers.set(REQUEST_ID_HEADER, requestId)
  if (endpoint.auth === 'token') allowOrigin(request, response)
  return response
}

function noteFailure(error: unknown, caller: Caller | undefined, requestId: string, deps: RelayDeps): void {
  if (error instanceof Failure && error.code === 'insufficient_token_quota' && caller?.token) {
    deps.markToken(caller.token.id, 'exhausted')
  }
  if (error instanceof Failure || (error instanceof Error && error.name === 'RelayFailure')) return
  deps.services.log.error(
    { request_id: requestId, error: error instanceof Error ? error.stack : String(error) },
    'a call failed',
  )
}

/** Browsers may call the relay with a token from any page; a cookie never authorises such a call. */
function allowOrigin(request: Request, response: Response): void {
  const origin = request.headers.get('origin')
  if (!origin) return
  response.headers.set('access-control-allow-origin', origin)
  response.headers.set('access-control-allow-credentials', 'true')
  response.headers.append('vary', 'origin')
}

/** The path of an absolute URL without parsing the whole of it. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const query = url.indexOf('?', start)
  const path = url.slice(start, query < 0 ? undefined : query)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
