import type { Hono } from 'hono'
import type { Calls } from '../calls/calls.ts'
import type { RelayDeps } from '../calls/relay/deps/deps.ts'
import { toRelayRequest, toResponse } from '../calls/relay/fetch-adapter.ts'
import { handleCall } from '../calls/relay/relay-handler.ts'
import { relayEndpoint } from '../formats/endpoints/endpoints.ts'
import { ApiError } from '../platform/errors/api-error.ts'
import type { Context, Env } from '../platform/http/context.ts'
import type { Platform } from '../platform/platform.ts'
import { admit, identify, sessionSecret } from './sessions/session.ts'

const PLAYGROUND_PATH = '/pg/chat/completions'

/** The route of the playground, which is a relayed call with the console's session instead of a token. */
export function playgroundRoute(app: Hono<Env>, services: Platform & Calls, deps: RelayDeps): void {
  app.post(PLAYGROUND_PATH, (c) => playground(c, services, deps))
}

/**
 * The playground is charged to the user alone. Only a session may call it: with an access token it would be a token
 * without limits.
 */
async function playground(c: Context, services: Platform & Calls, deps: RelayDeps): Promise<Response> {
  const endpoint = relayEndpoint(PLAYGROUND_PATH)
  if (!endpoint) throw new ApiError('internal_error')
  const identity = await identify(c, services)
  const user = admit(c, identity, 'user')
  const { language } = c.var
  const admitUser = async () => {
    if (!identity?.sessionId || !sessionSecret(c)) throw new ApiError('access_token_not_supported')
    return { user, token: undefined, pinnedChannel: undefined, language }
  }
  return toResponse(await handleCall(toRelayRequest(c.req.raw, c.env), endpoint, deps, admitUser, c.var.requestId))
}
