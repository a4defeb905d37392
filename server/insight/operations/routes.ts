import { getWatchdog, metrics, repairWatchdog, startWatchdog, watchdogState } from '#contract/api/watchdog.ts'
import { readLastReport } from '../../money/watchdog/queries.ts'
import { repairAll } from '../../money/watchdog/repair/repair.ts'
import type { Routes } from '../../people/sessions/bind.ts'
import { admit } from '../../people/sessions/session.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { errorBody } from '../../platform/http/reply.ts'
import { constantTimeEqual } from '../../platform/store/constant-time-equal.ts'
import { metricsText } from './metrics/metrics.ts'

/** The watchdog's report, its repairs, and the metrics for a monitoring system. */
export function watchdogRoutes(routes: Routes): void {
  routes.guarded(getWatchdog, ({ services: { watchdog }, query }) =>
    query.fresh === 'true' || !watchdog.last ? watchdog.run() : watchdog.last,
  )
  routes.guarded(watchdogState, async ({ services: { store, watchdog, accounting } }) => {
    const { running } = watchdog
    const stored = await readLastReport(store.db)
    return {
      node: accounting.nodeId,
      ...(stored && { checked_by: stored.node, report: stored.report }),
      ...(running && { running: { ...running } }),
    }
  })
  routes.guarded(startWatchdog, ({ services: { log, watchdog } }) => {
    watchdog.run().catch((error) => log.error({ error: String(error) }, 'the books could not be checked'))
  })
  routes.guarded(repairWatchdog, async ({ services: { store, watchdog }, by }) => {
    const changes = await repairAll(store, by)
    return { changes, report: await watchdog.run() }
  })
  routes.open(metrics, async ({ services, context, identity }) => {
    const { metricsToken } = services.config
    const sent = context.req.header('authorization')
    const hasToken = metricsToken && sent && constantTimeEqual(sent, `Bearer ${metricsToken}`)
    const refusal = hasToken ? undefined : refusalOf(() => admit(context, identity, 'root'))
    // A scraper reads the status alone, so that of the family's refusals would be a scrape without a metric.
    if (refusal) {
      const status = identity ? 403 : 401
      return context.json(errorBody(refusal, context.var.language), status, {
        'WWW-Authenticate': 'Bearer realm="metrics"',
      })
    }
    const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' }
    return new Response(await metricsText(services), { headers })
  })
}

function refusalOf(check: () => unknown): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
