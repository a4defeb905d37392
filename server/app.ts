import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { getPathNoStrict } from 'hono/utils/url'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { tokenLogs, tokenUsage } from '#contract/api/logs.ts'
import type { Calls } from './calls/calls.ts'
import type { RelayDeps } from './calls/relay/deps/deps.ts'
import { createFetchHandler } from './calls/relay/fetch-adapter.ts'
import { realtimeRoutes } from './calls/relay/realtime/upgrade.ts'
import { createRelayHandler, type RelayHandler } from './calls/relay/relay-handler.ts'
import { relayRoutes, unknownPathRoutes } from './calls/relay/routes.ts'
import { taskRelayRoutes } from './calls/relay/tasks/routes.ts'
import { channelBatchRoutes } from './channels/batch-routes.ts'
import { channelCheckRoutes } from './channels/check-routes.ts'
import { explainRoutes } from './channels/explain/routes.ts'
import { channelKeyRoutes } from './channels/key-routes.ts'
import { openRelay } from './channels/open-relay.ts'
import { channelRoutes } from './channels/routes.ts'
import { liveCallRoutes } from './cluster/nodes/live-call-routes.ts'
import { nodeRoutes } from './cluster/nodes/routes.ts'
import { normalizePath } from './formats/endpoints/normalize-path.ts'
import { ownAlertRoutes } from './insight/alerts/own-routes.ts'
import { alertRoutes } from './insight/alerts/routes.ts'
import { logRoutes } from './insight/logs/routes.ts'
import { marginRoutes } from './insight/margin/routes.ts'
import { auditRoutes } from './insight/operations/audit-routes.ts'
import { estimateRoutes } from './insight/operations/estimate-routes.ts'
import { watchdogRoutes } from './insight/operations/routes.ts'
import { statisticsRoutes } from './insight/statistics/routes.ts'
import { trafficRoutes } from './insight/statistics/traffic/routes.ts'
import { taskRoutes } from './insight/task-log/routes.ts'
import type { Money } from './money/money.ts'
import { accountRoutes } from './people/accounts/account-routes.ts'
import { passkeyRoutes } from './people/accounts/passkey-routes.ts'
import { registrationRoutes } from './people/accounts/registration-routes.ts'
import { secondFactorRoutes } from './people/accounts/second-factor-routes.ts'
import { sessionRoutes } from './people/accounts/session-routes.ts'
import { identityRoutes } from './people/identity/routes.ts'
import { playgroundRoute } from './people/playground.ts'
import { mountEndpoints } from './people/sessions/bind.ts'
import { identify } from './people/sessions/session.ts'
import { tokenRoutes } from './people/tokens/routes.ts'
import { userRoutes } from './people/users/routes.ts'
import { within } from './platform/async/with-timeout.ts'
import { asksForPage } from './platform/http/asks-for-page.ts'
import { commonHeaders, errorReply, unknownPathReply } from './platform/http/common-headers.ts'
import { compressReplies } from './platform/http/compress-replies.ts'
import { type ConsoleFiles, openConsoleFiles } from './platform/http/console-files.ts'
import type { Context, Env } from './platform/http/context.ts'
import type { Connection } from './platform/http/request-origin.ts'
import { withRequestTimeout } from './platform/http/request-timeout.ts'
import type { LimitSubject } from './platform/meters/console-limits.ts'
import type { Platform } from './platform/platform.ts'
import { createDatabaseCheck } from './platform/store/database-check.ts'
import { redemptionRoutes } from './sales/redemption/routes.ts'
import { receiptRoutes } from './sales/topup/payment-receipts/routes.ts'
import { topUpRoutes } from './sales/topup/routes.ts'
import { billRoutes } from './sales/vendor-bills/routes.ts'
import { callerDocsRoutes } from './site/caller-docs/routes.ts'
import { contentAsHtml } from './site/content.ts'
import { crawlerFile } from './site/crawlers.ts'
import { familyConsoleRoutes } from './site/family-console.ts'
import { modelRoutes } from './site/models/routes.ts'
import { documentRoutes } from './site/openapi/routes.ts'
import { pageHead } from './site/page-head.ts'
import { priceRoutes } from './site/prices/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { optionRoutes } from './site/settings/routes.ts'
import { setupRoutes } from './site/setup/routes.ts'
import { publicStatus } from './site/status.ts'
import { pageText } from './site/visitor-text/page-text.ts'
import { configurationRoutes } from './tools/configuration/routes.ts'
import { importRoutes } from './tools/import/console/routes.ts'

/** Simultaneous failures within this time share one database check. */
const DATABASE_CHECK_TTL_MS = 1000
/** How long a console call may take before the database is checked. */
const REQUEST_TIMEOUT_MS = 3000

/** The whole HTTP interface; `endpoints` are the console's, `routes` all routes of the router. */
export interface App {
  /** Relayed calls bypass the router; everything else goes through it. */
  fetch(request: Request, connection?: Connection): Response | Promise<Response>
  /** Handles relayed calls that are not web-standard requests. */
  relayHandler: RelayHandler
  endpoints: Endpoint[]
  routes: readonly { method: string; path: string }[]
}

/** Builds the app from its parts. Bun's server is passed as its environment, for the peer's address. */
export function createApp(services: Platform & Money & Calls, relay: RelayDeps = openRelay(services)): App {
  const app = new Hono<Env>({ getPath: pathOf })
  const site = openConsoleFiles(services.config.webDir)
  app.use(commonHeaders(services.config.trustedProxies, () => services.options.values.ErrorLanguage))
  // Key-query tools on other sites call this with a token; cookies are ignored.
  for (const { path } of [tokenLogs, tokenUsage]) app.use(path, cors({ origin: '*', allowMethods: ['GET'] }))
  const databaseAnswers = createDatabaseCheck(services.store.db, DATABASE_CHECK_TTL_MS)
  app.use('/api/*', withRequestTimeout(databaseAnswers, REQUEST_TIMEOUT_MS))
  app.use('/api/*', compressReplies)
  const resources = [
    siteRoutes,
    modelRoutes,
    sessionRoutes,
    registrationRoutes,
    identityRoutes,
    accountRoutes,
    secondFactorRoutes,
    passkeyRoutes,
    userRoutes,
    optionRoutes,
    configurationRoutes,
    priceRoutes,
    trafficRoutes,
    channelRoutes,
    channelBatchRoutes,
    channelCheckRoutes,
    channelKeyRoutes,
    tokenRoutes,
    logRoutes,
    statisticsRoutes,
    marginRoutes,
    billRoutes,
    taskRoutes,
    watchdogRoutes,
    alertRoutes,
    importRoutes,
    ownAlertRoutes,
    estimateRoutes,
    nodeRoutes,
    documentRoutes,
    callerDocsRoutes,
    topUpRoutes,
    receiptRoutes,
    redemptionRoutes,
    auditRoutes,
    setupRoutes,
    explainRoutes(relay),
    liveCallRoutes,
    familyConsoleRoutes,
  ]
  const endpoints = mountEndpoints(app, services, resources)
  playgroundRoute(app, services, relay)
  relayRoutes(app, relay)
  realtimeRoutes(app, relay)
  taskRelayRoutes(app, relay)
  unknownPathRoutes(app, relay)
  // A notFound handler's response would lack the headers that all responses have.
  app.all('*', (c) => serveSiteOrNotFound(c, services, site))
  app.onError((error, c) => errorReply(c, error, { log: services.log, databaseAnswers }))
  const relayHandler = createRelayHandler(relay)
  const relayed = createFetchHandler(relayHandler)
  return {
    relayHandler,
    fetch: (request, connection) => relayed(request, connection) ?? app.fetch(request, connection),
    endpoints,
    routes: app.routes,
  }
}

/** The path that a request means to the router. */
function pathOf(request: Request): string {
  const path = getPathNoStrict(request)
  return asksForPage(request, path) ? path : normalizePath(path)
}

/** Answers all other paths: a file of the console, its page, or this API family's response to an unknown path. */
async function serveSiteOrNotFound(
  c: Context,
  services: Platform & Money & Calls,
  site: ConsoleFiles,
): Promise<Response> {
  const { method, path } = c.req
  const reads = method === 'GET' || method === 'HEAD'
  const file = reads ? site.file(path, c.req.header('accept-encoding') ?? '') : undefined
  if (file) return file
  if (!reads || /^\/(api|assets|mj|suno|pg)(\/|$)/.test(path)) {
    await services.limits.notFound(c.var.origin.ip)
    return unknownPathReply(method, path)
  }
  const visitor = await visitorKey(c, services)
  await services.limits.page(visitor)
  const origin = `${c.var.origin.secure ? 'https' : 'http'}://${new URL(c.req.url).host}`
  const crawled = crawlerFile(path, services, origin)
  if (crawled) return crawled
  const { language } = c.var
  // A model has an address in the singular, too, as other objects do.
  const page = path.replace(/(?<=.)\/+$/, '').replace(/^\/model\//, '/models/')
  const head = pageHead(page, services, language)
  // Models and pages of the documentation that there are have a head.
  const isFound = site.isPage(path) && (head !== undefined || !/^\/(docs|models)\/./.test(page))
  const asked = { path: page, language, head, origin, isFound }
  // A page whose text cannot be read is a page nevertheless.
  const text = await within(REQUEST_TIMEOUT_MS, pageText(services, asked)).catch(() => undefined)
  const notice = contentAsHtml(services.options.values.Notice)
  const acceptEncoding = c.req.header('accept-encoding') ?? ''
  const reader = { path, isMember: 'userId' in visitor, acceptEncoding, language }
  return site.page(publicStatus(services), { ...reader, notice, head, text, isFound })
}

/** The rate-limit key of a page: users who are logged in are not limited by others behind the same address. */
async function visitorKey(c: Context, services: Platform & Money & Calls): Promise<LimitSubject> {
  // Pages are served while the database is unreachable as well.
  const identity = await within(REQUEST_TIMEOUT_MS, identify(c, services)).catch(() => undefined)
  return identity ? { userId: identity.user.id } : { ip: c.var.origin.ip }
}
