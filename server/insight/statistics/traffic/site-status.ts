import type { ModelStatus } from '#contract/api/traffic.ts'
import { vendorOf } from '../../../calls/models/cards.ts'
import { DAY, daysByModel, type Sums, sumsByModel } from '../../../calls/traffic/queries.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { type StateFacts, stateOf } from './model-state.ts'
import { countFailures, presentSums } from './present.ts'

export const STATUS_DAYS = 90
const USUAL_DAYS = 7
const HOUR = 3600

/**
 * The state of models now, and their calls on the last 90 days. A call counts once: as served by whichever channel
 * answered, or as failed when none did. `now` in Unix seconds.
 */
export async function siteStatus(db: Queryable, models: readonly string[], now: number): Promise<ModelStatus[]> {
  const day = now - (now % DAY)
  const [days, lately, usually] = await Promise.all([
    daysByModel(db, { start: day - (STATUS_DAYS - 1) * DAY, end: now }),
    // The hour that runs may have begun just now.
    sumsByModel(db, { start: now - (now % HOUR) - HOUR, end: now }),
    sumsByModel(db, { start: day - USUAL_DAYS * DAY, end: now }),
  ])
  const [daysOf, latelyOf, usuallyOf] = [days, lately, usually].map((rows) =>
    Map.groupBy(rows as Row[], ({ model_name }) => model_name),
  ) as [Groups<Row & { at: number }>, Groups<Row>, Groups<Row>]
  return models.map((model_name) => ({
    model_name,
    vendor: vendorOf(model_name) ?? '',
    state: stateOf(factsOf(latelyOf.get(model_name)), factsOf(usuallyOf.get(model_name))),
    days: callsByDay(daysOf.get(model_name) ?? []),
  }))
}

type Row = Sums & { model_name: string; unserved: number }
type Groups<T> = Map<string, T[]>

function factsOf(rows: readonly Row[] = []): StateFacts {
  const served = rows.find(({ unserved }) => unserved === 0)
  return { ...countsOf(rows), firstByteMs: served && presentSums(served).first_byte_ms?.p50 }
}

/** The numbers of calls of a model: an attempt that another channel made good is not a failed call. */
export function countsOf(rows: readonly Sums[]): { served: number; failed: number } {
  const of = (wanted: number) => rows.filter(({ unserved }) => unserved === wanted)
  return {
    served: of(0).reduce((total, { served = 0 }) => total + served, 0),
    failed: of(1).reduce((total, sums) => total + countFailures(sums), 0),
  }
}

function callsByDay(rows: readonly (Row & { at: number })[]): ModelStatus['days'] {
  return [...Map.groupBy(rows, ({ at }) => at)].map(([at, ofDay]) => ({ at, ...countsOf(ofDay) }))
}
