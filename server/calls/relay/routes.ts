import type { Hono } from 'hono'
import type { EndpointKind } from '#contract/endpoint-kinds.ts'
import { type CallerFormat, callerDialects } from '../../formats/dialects/all.ts'
import { isNotImplemented, OPENAI_RESPONSES } from '../../formats/endpoints/endpoints.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { Context, Env } from '../../platform/http/context.ts'
import type { CallTrace } from '../../platform/telemetry/telemetry.ts'
import { admitToken, type Caller, groupsOf } from './admit/admit.ts'
import { errorResponse } from './answer/error-response.ts'
import { subscription, usage } from './caller-info/billing-endpoints.ts'
import { keyInfo } from './caller-info/key-info.ts'
import { getModel, listModels, type ModelFormat, modelFormat } from './caller-info/list-models.ts'
import { allowAnyOrigin } from './cors.ts'
import { countTokens } from './counting/count-tokens.ts'
import type { RelayDeps } from './deps/deps.ts'
import { toRelayRequest, toResponse } from './fetch-adapter.ts'
import { storedResponseRoutes } from './stored/routes.ts'
import { tracedRoute } from './traced-route.ts'

/** Versions of Google's interface; OpenAI's and Anthropic's is the first. */
const VERSIONS = ['v1', 'v1beta', 'v1alpha']
/** Paths that only API clients call, never the console. */
const RELAY_PATHS = ['/v1/*', '/v2/*', '/v1beta/*', '/v1alpha/*', '/openai/*', '/dashboard/*']
const BILLING_PATHS = ['/v1/dashboard/billing', '/dashboard/billing']

/** Routes of API clients other than relayed calls. */
export function relayRoutes(app: Hono<Env>, deps: RelayDeps): void {
  for (const path of RELAY_PATHS) app.use(path, allowAnyOrigin)
  modelRoutes(app, deps)
  countRoutes(app, deps)
  billingRoutes(app, deps)
  // Clients that prefer a WebSocket continue with POST after this status, and do not try again.
  app.all(OPENAI_RESPONSES.upstreamPath, (c, next) => {
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') return next()
    const refusal = new ApiError('responses_socket_unsupported')
    return toResponse(errorResponse(refusal, c.var.language, c.var.requestId, 'responses'))
  })
  storedResponseRoutes(app, deps)
  app.all('/v1/*', async (c, next) => {
    if (!isNotImplemented(c.req.path, c.req.method)) return next()
    return toResponse(errorResponse(new ApiError('api_not_implemented'), c.var.language, c.var.requestId))
  })
}

/** Returns a route for callers with a token that may call the endpoint, if one is given. Errors have the format. */
function withToken(
  deps: RelayDeps,
  handle: (c: Context, caller: Caller) => unknown,
  format: CallerFormat = 'openai',
  endpoint?: EndpointKind,
): (c: Context) => Promise<Response> {
  return (c) => {
    if (!endpoint) return answer(c, undefined)
    return tracedRoute(c, { operation: 'count', format }, deps, (trace) => answer(c, trace))
  }

  async function answer(c: Context, trace: CallTrace | undefined): Promise<Response> {
    c.header(callerDialects[format].requestIdHeader, c.var.requestId)
    try {
      const request = toRelayRequest(c.req.raw, c.env)
      const { origin } = c.var
      const caller = await admitToken({ request, ip: () => origin.ip, endpoint }, deps)
      c.set('language', caller.language)
      trace?.identify({ user: caller.user.id, token: caller.token?.id ?? 0, model: '', stream: false })
      return c.json((await handle(c, caller)) as object)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return toResponse(errorResponse(error, c.var.language, c.var.requestId, format))
    }
  }
}

/** Only Codex names its version in the query. */
const listFormat = (c: Context, format: ModelFormat) =>
  format === 'openai' && c.req.query('client_version') !== undefined ? ('codex' as const) : format

/** Lists of models, in the format of the client that asks. */
function modelRoutes(app: Hono<Env>, deps: RelayDeps): void {
  const reader = ({ user, token }: Caller) => ({
    groups: groupsOf(user, token, deps.services.options.values),
    limited: token?.models,
  })
  for (const version of VERSIONS) {
    const path = `/${version}/models`
    const listRoute = (tell: (c: Context, caller: Caller, format: ModelFormat) => unknown) => (c: Context) => {
      const format = modelFormat(path, (name) => c.req.header(name))
      return withToken(deps, (_c, caller) => tell(c, caller, format), format)(c)
    }
    app.get(
      path,
      listRoute((c, caller, format) => listModels(deps.services, reader(caller), listFormat(c, format))),
    )
    app.get(
      `${path}/:model{.+}`,
      listRoute((c, caller, format) => getModel(deps.services, reader(caller), c.req.param('model') ?? '', format)),
    )
  }
}

/** Counts of input tokens, for the formats that have them. */
function countRoutes(app: Hono<Env>, deps: RelayDeps): void {
  /** Answers as the vendor does, if it speaks the caller's format: it may tell more than the number. */
  const count = async (c: Context, caller: Caller, path: string, write: (tokens: number) => object) => {
    const { tokens, answer } = await countTokens(toRelayRequest(c.req.raw, c.env), path, caller, deps)
    return answer ?? write(tokens)
  }
  const anthropic = (c: Context, caller: Caller) =>
    count(c, caller, '/v1/messages', (input_tokens) => ({ input_tokens }))
  const responses = (c: Context, caller: Caller) =>
    count(c, caller, '/v1/responses', (input_tokens) => ({ object: 'response.input_tokens', input_tokens }))
  const gemini = (c: Context, caller: Caller) =>
    count(c, caller, c.req.path.replace(/countTokens$/, 'generateContent'), (totalTokens) => ({ totalTokens }))
  app.post('/v1/messages/count_tokens', withToken(deps, anthropic, 'anthropic', 'messages'))
  app.post('/v1/responses/input_tokens', withToken(deps, responses, 'responses', 'responses'))
  for (const version of VERSIONS) {
    app.post(`/${version}/models/:model{.+:countTokens}`, withToken(deps, gemini, 'gemini', 'gemini'))
  }
}

/** The caller's limits; and balance and usage, as clients of OpenAI's billing pages read them. */
function billingRoutes(app: Hono<Env>, deps: RelayDeps): void {
  const key = async (_c: Context, caller: Caller) => {
    await deps.services.limits.billing(caller.user.id)
    return keyInfo(deps.services, caller)
  }
  app.get('/v1/key', withToken(deps, key))
  for (const base of BILLING_PATHS) {
    for (const [name, report] of [
      ['subscription', subscription],
      ['usage', usage],
    ] as const) {
      const handle = async (_c: Context, caller: Caller) => {
        await deps.services.limits.billing(caller.user.id)
        return report(deps.services, caller)
      }
      app.get(`${base}/${name}`, withToken(deps, handle))
    }
  }
}

/** The last routes: an unknown path of the relay gets an error in its own format, not a page of the console. */
export function unknownPathRoutes(app: Hono<Env>, deps: RelayDeps): void {
  for (const below of RELAY_PATHS) {
    app.all(below, async (c) => {
      const { language, requestId, origin } = c.var
      const format = formatOfPath(c)
      c.header(callerDialects[format].requestIdHeader, requestId)
      try {
        await deps.services.limits.notFound(origin.ip)
        throw new ApiError('invalid_url', { method: c.req.method, path: c.req.path })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return toResponse(errorResponse(error, language, requestId, format))
      }
    })
  }
}

function formatOfPath({ req }: Context): CallerFormat {
  if (/^\/v1(?:beta|alpha)\//.test(req.path)) return 'gemini'
  return req.header('anthropic-version') || /^\/v1\/messages(?:\/|$)/.test(req.path) ? 'anthropic' : 'openai'
}
