import type { Incident, ModelStatus } from '#contract/api/traffic.ts'
import { nowInSeconds } from '#server/platform/clock.ts'
import type { Calls } from '../../../calls/calls.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { listIncidents } from './incidents.ts'
import { modelMeasures } from './model-measures.ts'
import { STATUS_DAYS, siteStatus } from './site-status.ts'

const DAY = 86_400
/** Visitors may reload a page often, and its sums cover 90 days. */
const STATUS_TTL_MS = 30_000

interface Read<T> {
  at: number
  offered: unknown
  result: Promise<T>
}

/** Caches a read for half a minute, while the same models are on offer. */
function rarely<T>(read: (db: Queryable, offered: readonly string[], now: number) => Promise<T>) {
  const reads = new WeakMap<Platform, Read<T>>()
  return (services: Platform & Calls): Promise<T> => {
    const offered = services.channels.modelGroups()
    const known = reads.get(services)
    if (known && known.offered === offered && Date.now() - known.at < STATUS_TTL_MS) return known.result
    const result = read(services.store.reads, [...offered.keys()].sort(), nowInSeconds())
    const current: Read<T> = { at: Date.now(), offered, result }
    result.catch(() => {
      if (reads.get(services) === current) reads.delete(services)
    })
    reads.set(services, current)
    return result
  }
}

/** The state of all models on offer and their last 90 days. */
export const readModelStates = rarely<ModelStatus[]>(siteStatus)

/** What was measured of models, and of all calls together, on the last seven days. */
export const readModelMeasures = rarely(modelMeasures)

/** Incidents that go on, or ended in the time that the states cover. */
export const readIncidents = ({ store }: Platform): Promise<Incident[]> =>
  listIncidents(store.db, nowInSeconds() - STATUS_DAYS * DAY)
