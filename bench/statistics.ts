export interface Latency {
  p50: number
  p99: number
}

/** Median and 99th percentile by the nearest-rank rule; zeros for no values. */
export function latencyOf(values: number[]): Latency {
  return { p50: percentile(values, 0.5), p99: percentile(values, 0.99) }
}

/** The value in the middle; NaN for no values. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The value below which this share of them lies, by the nearest-rank rule; 0 for no values. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0
}
