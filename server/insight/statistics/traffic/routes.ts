import * as api from '#contract/api/traffic.ts'
import { ROLE } from '#contract/roles.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Routes } from '../../../people/sessions/bind.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { beside } from '../../../platform/http/reply.ts'
import { healthBoard, stepOf } from './health-board.ts'
import { createIncident, deleteIncident, updateIncident } from './incidents.ts'
import { modelDays } from './model-days.ts'
import { readIncidents, readModelMeasures, readModelStates } from './status-reader.ts'

const DAY = 86_400

/** What channels and models did: for administrators by channel, for visitors by model. */
export function trafficRoutes(routes: Routes): void {
  routes.guarded(api.channelHealth, async ({ services, query }) => {
    const end = query.end_timestamp || nowInSeconds()
    const start = query.start_timestamp ?? end - DAY
    if (end - start > api.MAX_HEALTH_SECONDS) throw new ApiError('usage_range_too_long')
    const filter = { start, end, channel: query.channel, model: query.model_name || undefined }
    await services.traffic.flush()
    const board = await healthBoard(services.store.reads, filter, services.inFlight, query.by)
    return beside(board, { step: stepOf(filter) })
  })
  routes.open(api.modelPerformance, ({ services, query }) => {
    // Names that no group may use are nobody's business, and made-up ones must not reach the database.
    if (!services.channels.modelGroups().has(query.name)) throw new ApiError('record_not_found')
    return modelDays(services.store.reads, query.name, nowInSeconds())
  })
  routes.open(api.modelMeasures, async ({ services }) => {
    const { models, site } = await readModelMeasures(services)
    return beside(models, { site: services.options.values.StatusPageEnabled ? site : null })
  })
  routes.guarded(api.createIncident, ({ services, by, body }) => createIncident(services.store, by, body))
  routes.guarded(api.updateIncident, ({ services, by, body }) => updateIncident(services.store, by, body))
  routes.guarded(api.deleteIncident, ({ services, by, params }) => deleteIncident(services.store, by, params.id))

  routes.open(api.siteStatus, async ({ services, identity }) => {
    // Administrators see before others what will be public.
    const isPreview = identity !== undefined && identity.user.role >= ROLE.admin
    if (!services.options.values.StatusPageEnabled && !isPreview) throw new ApiError('status_page_off')
    return beside(await readModelStates(services), { incidents: await readIncidents(services) })
  })
}
