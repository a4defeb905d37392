import type { Incident, ModelStatus } from '#contract/api/traffic.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../../calls/calls.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listIncidents } from './incidents.ts'
import { STATUS_DAYS, siteStatus } from './site-status.ts'

const DAY = 86_400
/** Visitors may reload a page often, and its sums cover 90 days. */
const STATUS_TTL_MS = 30_000

interface Read {
  at: number
  offered: unknown
  models: Promise<ModelStatus[]>
}
const reads = new WeakMap<Platform, Read>()

/** The state of all models on offer and their last 90 days, read at most every half minute. */
export function readModelStates(services: Platform & Calls): Promise<ModelStatus[]> {
  const offered = services.channels.modelGroups()
  const known = reads.get(services)
  if (known && known.offered === offered && Date.now() - known.at < STATUS_TTL_MS) return known.models
  const models = siteStatus(services.store.reads, [...offered.keys()].sort(), nowInSeconds())
  const current: Read = { at: Date.now(), offered, models }
  models.catch(() => {
    if (reads.get(services) === current) reads.delete(services)
  })
  reads.set(services, current)
  return models
}

/** Incidents that go on, or ended in the time that the states cover. */
export const readIncidents = ({ store }: Platform): Promise<Incident[]> =>
  listIncidents(store.db, nowInSeconds() - STATUS_DAYS * DAY)
