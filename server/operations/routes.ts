import { getWatchdog, metrics, repairWatchdog } from '#contract/api/watchdog.ts'
import type { Routes } from '../sessions/bind.ts'
import { admit } from '../sessions/session.ts'
import { constantTimeEqual } from '../store/constant-time-equal.ts'
import { repairAll } from '../watchdog/repair/repair.ts'
import { metricsText } from './metrics/metrics.ts'

/** The watchdog's report, its repairs, and the metrics for a monitoring system. */
export function watchdogRoutes(routes: Routes): void {
  routes.guarded(getWatchdog, ({ services: { watchdog }, query }) =>
    query.fresh === 'true' || !watchdog.last ? watchdog.run() : watchdog.last,
  )
  routes.guarded(repairWatchdog, async ({ services: { store, watchdog }, by }) => {
    const changes = await repairAll(store, by)
    return { changes, report: await watchdog.run() }
  })
  routes.open(metrics, async ({ services, context, identity }) => {
    const { metricsToken } = services.config
    const sent = context.req.header('authorization')
    if (!metricsToken || !sent || !constantTimeEqual(sent, `Bearer ${metricsToken}`)) admit(context, identity, 'root')
    const headers = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' }
    return new Response(await metricsText(services), { headers })
  })
}
