/** Why an attempt at a channel failed, or a call that no channel served. */
export const FAILURE_KINDS = [
  /** The vendor refuses the channel's key. */
  'key',
  /** The channel's account has no money left. */
  'quota',
  /** The vendor asks for fewer calls. */
  'rate',
  /** An error of the vendor's server, a malformed or an oversized answer. */
  'server',
  /** The vendor cannot be reached. */
  'network',
  'timeout',
  /** The vendor refuses what the caller sent. */
  'caller',
] as const
export type FailureKind = (typeof FAILURE_KINDS)[number]

/** Upper bounds of the buckets of a duration in milliseconds; the last bucket has none. */
export const DURATION_BOUNDS_MS = [100, 200, 400, 700, 1000, 1500, 2500, 4000, 7000, 12_000, 25_000, 60_000] as const
/** Upper bounds of the buckets of a speed in output tokens a second; the last bucket has none. */
export const SPEED_BOUNDS = [5, 10, 20, 35, 50, 75, 100, 150, 250] as const

/** The bucket of a value: the index of the first bound that is not below it. */
export function bucketOf(bounds: readonly number[], value: number): number {
  const index = bounds.findIndex((bound) => value <= bound)
  return index < 0 ? bounds.length : index
}

/**
 * Estimates a quantile (0 … 1) of the values whose numbers by bucket are given, by a straight line inside the bucket.
 * Returns undefined without values. A value above the last bound counts as that bound.
 */
export function quantileOf(bounds: readonly number[], counts: readonly number[], quantile: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  let left = quantile * total
  for (const [index, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const from = index === 0 ? 0 : (bounds[index - 1] ?? 0)
      const to = bounds[index] ?? from
      return Math.round(from + ((to - from) * left) / count)
    }
    left -= count
  }
  return bounds.at(-1)
}
