import type { ModelDay } from '#contract/api/traffic.ts'
import { FAILURE_COLUMNS } from '../../../calls/traffic/columns.ts'
import { DAY, daysOfModel, type Sums } from '../../../calls/traffic/queries.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { addSums, presentSums } from './present.ts'

const DAYS = 30

/**
 * What was measured of a model on each of the last 30 days. A call counts once: failures are those of calls that no
 * channel served. `now` in Unix seconds.
 */
export async function modelDays(db: Queryable, model: string, now: number): Promise<ModelDay[]> {
  const start = now - (now % DAY) - (DAYS - 1) * DAY
  const rows = await daysOfModel(db, { start, end: now, model })
  return [...Map.groupBy(rows, ({ at }) => at)].map(([at, ofDay]) => ({ at, ...presentSums(callsOf(ofDay)) }))
}

/** The times of what was served, with the failures of calls instead of those of attempts. */
function callsOf(rows: readonly (Sums & { unserved: number })[]): Sums {
  const withoutFailures = Object.fromEntries(FAILURE_COLUMNS.map((name) => [name, 0]))
  return rows.reduce<Sums>((sum, row) => addSums(sum, row.unserved ? row : { ...row, ...withoutFailures }), {})
}
