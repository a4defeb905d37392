import type { ModelMeasure } from '#contract/api/traffic.ts'
import { DAY, type Sums, sumsByModel } from '../../../calls/traffic/queries.ts'
import type { Queryable } from '../../../platform/store/database.ts'
import { addSums, presentSums } from './present.ts'
import { countsOf } from './site-status.ts'

const DAYS = 7

/** What was measured of models on the last seven days, and of all calls together. `now` in Unix seconds. */
export async function modelMeasures(db: Queryable, offered: readonly string[], now: number) {
  const rows = await sumsByModel(db, { start: now - (now % DAY) - (DAYS - 1) * DAY, end: now })
  const byModel = Map.groupBy(rows, ({ model_name }) => model_name)
  const used = offered.flatMap((name) => {
    const own = byModel.get(name)
    return own ? [{ name, ...measureOf(own) }] : []
  })
  const models: ModelMeasure[] = used
    .filter(({ calls }) => calls > 0)
    .sort((one, other) => other.calls - one.calls || (one.name < other.name ? -1 : 1))
    .map(({ calls: _, ...measure }, place) => ({ ...measure, rank: place + 1 }))
  return { models, site: measureOf(rows) }
}

/** Times are medians of successful calls. */
function measureOf(rows: readonly (Sums & { unserved: number })[]) {
  const { served, failed } = countsOf(rows)
  const sums = presentSums(rows.filter(({ unserved }) => unserved === 0).reduce<Sums>(addSums, {}))
  const calls = served + failed
  return {
    calls,
    share: calls === 0 ? null : served / calls,
    first_byte_ms: sums.first_byte_ms?.p50 ?? null,
    tokens_per_second: sums.tokens_per_second?.p50 ?? null,
  }
}
