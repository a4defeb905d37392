import type { Hono } from 'hono'
import { endpointKind, REALTIME } from '../../../formats/endpoints/endpoints.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { REQUEST_ID_HEADER } from '../../../platform/http/common-headers.ts'
import type { Context, Env } from '../../../platform/http/context.ts'
import { toRequestOrigin } from '../../../platform/http/request-origin.ts'
import { admitToken } from '../admit/admit.ts'
import { errorResponse } from '../answer/error-response.ts'
import type { RelayDeps } from '../deps/deps.ts'
import { toResponse } from '../fetch-adapter.ts'
import { errorType, handleError } from '../relay-handler.ts'
import type { HandshakeOptions } from './connect-upstream.ts'
import { openSession, type SessionRequest } from './open-session.ts'

const PROTOCOL = 'realtime'
const BETA_PROTOCOL = 'openai-beta.realtime-v1'

/**
 * Routes of sessions over WebSockets. A refused caller gets a plain HTTP response; later errors are reported inside
 * the session.
 */
export function realtimeRoutes(app: Hono<Env>, deps: RelayDeps): void {
  app.get(REALTIME.upstreamPath, async (c) => {
    let caller: SessionRequest['caller'] | undefined
    const trace = startTrace(c, deps)
    deps.calls.active += 1
    try {
      const admit = createAdmission(c, deps)
      caller = await admit()
      if (c.req.header('upgrade')?.toLowerCase() !== 'websocket' || !c.env?.toSocket)
        throw new ApiError('upgrade_required')
      return await startSession(c, { caller, admit, trace, ...sessionParams(c) }, deps)
    } catch (error) {
      handleError(error, caller, c.var.requestId, deps)
      const refusal = errorResponse(error, caller?.language ?? c.var.language, c.var.requestId)
      trace?.end(refusal.status, errorType(error))
      return toResponse(refusal)
    } finally {
      deps.calls.active -= 1
    }
  })
}

function startTrace(c: Context, { services }: RelayDeps) {
  const header = (name: string) => c.req.header(name)
  const { requestId: id } = c.var
  return services.telemetry?.startCall({ id, url: c.req.url, header, endpoint: REALTIME, method: 'GET' })
}

/** Upgrades the caller's connection only after an upstream has accepted. */
async function startSession(c: Context, request: SessionRequest, deps: RelayDeps): Promise<Response> {
  const session = await openSession(request, deps)
  // With this header absent, the runtime would accept the first offered protocol, which may be the token.
  const protocol = request.handshake.subprotocol ? PROTOCOL : ''
  const headers = { [REQUEST_ID_HEADER]: request.id, 'sec-websocket-protocol': protocol }
  if (!c.env.toSocket?.(c.req.raw, session, headers)) {
    session.abandon()
    throw new ApiError('upgrade_required')
  }
  // The runtime has already responded: this response is not sent.
  return new Response(null)
}

/** Returns a function that admits the caller now and again later, when the request itself is gone. */
function createAdmission(c: Context, deps: RelayDeps): SessionRequest['admit'] {
  const headers = Object.fromEntries(c.req.raw.headers)
  const { peer, secure } = toRequestOrigin(c.req.raw, c.env)
  const request = { peer, secure, url: c.req.url, header: (name: string) => headers[name] }
  const { ip } = c.var.origin
  return () => admitToken({ request, ip: () => ip, endpoint: endpointKind(REALTIME) }, deps)
}

function sessionParams(c: Context): Omit<SessionRequest, 'caller' | 'admit' | 'trace'> {
  return { handshake: readHandshake(c), url: new URL(c.req.url), id: c.var.requestId, disconnect: c.req.raw.signal }
}

function readHandshake(c: Context): HandshakeOptions {
  const protocols = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((protocol) => protocol.trim())
  const beta = protocols.includes(BETA_PROTOCOL) || /\brealtime=v1\b/.test(c.req.header('openai-beta') ?? '')
  return { subprotocol: protocols.includes(PROTOCOL), beta }
}
