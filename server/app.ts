import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { getPathNoStrict } from 'hono/utils/url'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { tokenLogs } from '#contract/api/logs.ts'
import { accountRoutes } from './accounts/account-routes.ts'
import { registrationRoutes } from './accounts/registration-routes.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { within } from './async/with-timeout.ts'
import { channelBatchRoutes } from './channels/batch-routes.ts'
import { channelCheckRoutes } from './channels/check-routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { meantPath } from './endpoints/meant-path.ts'
import { Failure } from './errors/api-error.ts'
import type { Connection } from './http/client-ip.ts'
import { compressed } from './http/compressed.ts'
import type { Context, Env } from './http/context.ts'
import { conventions, failureReply, unknownPath } from './http/conventions.ts'
import type { Counted } from './http/limits.ts'
import { patience } from './http/request-timeout.ts'
import { openSite, type Site } from './http/static.ts'
import { identityRoutes } from './identity/routes.ts'
import { logRoutes } from './logs/routes.ts'
import { documentRoutes } from './openapi/routes.ts'
import { auditRoutes } from './operations/audit-routes.ts'
import { watchdogRoutes } from './operations/routes.ts'
import { redemptionRoutes } from './redemption/routes.ts'
import { fetchRelay } from './relay/by-fetch.ts'
import { openRelay } from './relay/open.ts'
import { realtimeRoutes } from './relay/realtime/upgrade.ts'
import { createRelayLane, type RelayLane } from './relay/relay-handler.ts'
import { relayRoutes, unknownRelayPaths } from './relay/routes.ts'
import { taskRelayRoutes } from './relay/tasks/routes.ts'
import type { Services } from './services.ts'
import { mountEndpoints } from './sessions/bind.ts'
import { identify } from './sessions/session.ts'
import { optionRoutes } from './settings/routes.ts'
import { setupRoutes } from './setup/routes.ts'
import { contentAsHtml } from './site/content.ts'
import { siteRoutes } from './site/routes.ts'
import { publicStatus } from './site/status.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { createDatabaseCheck } from './store/database-check.ts'
import { taskRoutes } from './tasks/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { topUpRoutes } from './topup/routes.ts'
import { userRoutes } from './users/routes.ts'

/** Largest body of a console call: a channel may come with thousands of keys. */
const MAX_CALL_MB = 4
/** So many failures at once ask the database only once whether it is there. */
const DATABASE_LOOK_MS = 1000
/** How long a console call may take before the database is asked whether it is there. */
const PATIENCE_MS = 3000

/** The whole HTTP interface; `endpoints` are those of the console that it answers, `routes` all that the router knows. */
export interface App {
  /** Relayed calls take the short way; everything else goes through the router. */
  fetch(request: Request, connection?: Connection): Response | Promise<Response>
  /** The way of relayed calls that do not come as web-standard requests. */
  lane: RelayLane
  endpoints: Endpoint[]
  routes: readonly { method: string; path: string }[]
}

/** Builds the app from its parts. Bun's server is its environment, so that it learns the peer's address. */
export function createApp(services: Services): App {
  const app = new Hono<Env>({ getPath: (request) => meantPath(getPathNoStrict(request)) })
  const site = openSite(services.config.webDir)
  app.use(conventions(services.config.trustedProxies, () => services.options.values.ErrorLanguage))
  // Key-query tools on other sites ask with a token; cookies count for nothing there.
  app.use(tokenLogs.path, cors({ origin: '*', allowMethods: ['GET'] }))
  const databaseAnswers = createDatabaseCheck(services.store.db, DATABASE_LOOK_MS)
  app.use('/api/*', patience(databaseAnswers, PATIENCE_MS))
  app.use('/api/*', compressed, bodyLimit({ maxSize: MAX_CALL_MB * 1024 * 1024, onError: refuseBody }))
  const resources = [
    siteRoutes,
    sessionRoutes,
    registrationRoutes,
    identityRoutes,
    accountRoutes,
    userRoutes,
    optionRoutes,
    channelRoutes,
    channelBatchRoutes,
    channelCheckRoutes,
    tokenRoutes,
    logRoutes,
    statisticsRoutes,
    taskRoutes,
    watchdogRoutes,
    documentRoutes,
    topUpRoutes,
    redemptionRoutes,
    auditRoutes,
    setupRoutes,
  ]
  const endpoints = mountEndpoints(app, services, resources)
  const relay = openRelay(services)
  relayRoutes(app, relay)
  realtimeRoutes(app, relay)
  taskRelayRoutes(app, relay)
  unknownRelayPaths(app, relay)
  // No notFound handler: what that throws would miss the headers that all replies carry.
  app.all('*', (c) => answerRest(c, services, site))
  app.onError((error, c) => failureReply(c, error, { log: services.log, databaseAnswers }))
  const lane = createRelayLane(relay)
  const relayed = fetchRelay(lane)
  return {
    lane,
    fetch: (request, connection) => relayed(request, connection) ?? app.fetch(request, connection),
    endpoints,
    routes: app.routes,
  }
}

function refuseBody(): never {
  throw new Failure('body_too_large', { max: MAX_CALL_MB })
}

/** Whatever no endpoint answers: a file of the console, its page, or the family's reply to an unknown path. */
async function answerRest(c: Context, services: Services, site: Site): Promise<Response> {
  const { method, path } = c.req
  const reads = method === 'GET' || method === 'HEAD'
  const file = reads ? site.file(path, c.req.header('accept-encoding') ?? '') : undefined
  if (file) return file
  if (!reads || /^\/(api|assets|mj|suno|pg)(\/|$)/.test(path)) {
    await services.limits.stray(c.var.origin.ip)
    return unknownPath(method, path)
  }
  await services.limits.page(await visitorOf(c, services))
  return site.page(publicStatus(services), contentAsHtml(services.options.values.Notice))
}

/** Whom a page counts for: neighbours behind one address do not hold up who is logged in. */
async function visitorOf(c: Context, services: Services): Promise<Counted> {
  // Pages come while the database is away, too.
  const identity = await within(PATIENCE_MS, identify(c, services)).catch(() => undefined)
  return identity ? { userId: identity.user.id } : { ip: c.var.origin.ip }
}
