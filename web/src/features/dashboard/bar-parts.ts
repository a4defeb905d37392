import type { Metric } from './dashboard-search.ts'
import type { Series } from './series.ts'
import type { Bucket } from './usage.ts'

/** Returns the segments of a bar from the bottom: each series, then the rest. Empty segments are omitted. */
export function partsOf(bucket: Bucket, series: readonly Series[], metric: Metric): [Series, number][] {
  const own = series.flatMap((item): [Series, number][] =>
    item.key === undefined ? [] : [[item, bucket.byPart.get(item.key)?.[metric] ?? 0]],
  )
  const rest = bucket.total[metric] - own.reduce((sum, [, value]) => sum + value, 0)
  const others = series.find(({ key }) => key === undefined)
  const all: [Series, number][] = others ? [...own, [others, rest]] : own
  return all.filter(([, value]) => value > 0)
}
