import * as api from '#contract/api/traffic.ts'
import { ApiError } from '../../errors/api-error.ts'
import { beside } from '../../http/reply.ts'
import type { Services } from '../../services.ts'
import type { Routes } from '../../sessions/bind.ts'
import { healthBoard, stepOf } from './health-board.ts'
import { createIncident, deleteIncident, listIncidents, updateIncident } from './incidents.ts'
import { modelDays } from './model-days.ts'
import { STATUS_DAYS, siteStatus } from './site-status.ts'

const DAY = 86_400
/** Visitors may reload a status page often, and its sums cover 90 days. */
const STATUS_TTL_MS = 30_000

/** What channels and models did: for administrators by channel, for visitors by model. */
export function trafficRoutes(routes: Routes): void {
  routes.guarded(api.channelHealth, async ({ services, query }) => {
    const end = query.end_timestamp || nowSeconds()
    const start = query.start_timestamp ?? end - DAY
    if (end - start > api.MAX_HEALTH_SECONDS) throw new ApiError('usage_range_too_long')
    const filter = { start, end, channel: query.channel, model: query.model_name || undefined }
    await services.traffic.flush()
    return beside(await healthBoard(services.store.reads, filter, services.inFlight), { step: stepOf(filter) })
  })
  routes.open(api.modelPerformance, ({ services, query }) => {
    // Names that no group may use are nobody's business, and made-up ones must not reach the database.
    if (!services.channels.modelGroups().has(query.name)) throw new ApiError('record_not_found')
    return modelDays(services.store.reads, query.name, nowSeconds())
  })
  routes.guarded(api.createIncident, ({ services, by, body }) => createIncident(services.store, by, body))
  routes.guarded(api.updateIncident, ({ services, by, body }) => updateIncident(services.store, by, body))
  routes.guarded(api.deleteIncident, ({ services, by, params }) => deleteIncident(services.store, by, params.id))

  let models: ReturnType<typeof createStatusReader> | undefined
  routes.open(api.siteStatus, async ({ services }) => {
    if (!services.options.values.StatusPageEnabled) throw new ApiError('status_page_off')
    models ??= createStatusReader(services)
    const since = nowSeconds() - STATUS_DAYS * DAY
    return beside(await models(), { incidents: await listIncidents(services.store.db, since) })
  })
}

/** Creates a function that returns the state of all models on offer, read at most every half minute. */
function createStatusReader({ store, channels }: Services) {
  let read: { at: number; offered: unknown; models: ReturnType<typeof siteStatus> } | undefined
  return () => {
    const offered = channels.modelGroups()
    if (read && read.offered === offered && Date.now() - read.at < STATUS_TTL_MS) return read.models
    const current = {
      at: Date.now(),
      offered,
      models: siteStatus(store.reads, [...offered.keys()].sort(), nowSeconds()),
    }
    current.models.catch(() => {
      if (read === current) read = undefined
    })
    read = current
    return current.models
  }
}

const nowSeconds = () => Math.floor(Date.now() / 1000)
