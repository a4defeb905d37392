export interface Latency {
  p50: number
  p99: number
}

/** Median and 99th percentile by the nearest-rank rule; zeros for no values. */
export function latencyOf(values: number[]): Latency {
  const sorted = values.toSorted((a, b) => a - b)
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) }
}

/** The value in the middle; NaN for no values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
