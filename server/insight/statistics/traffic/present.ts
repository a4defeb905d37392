import { DURATION_BOUNDS_MS, FAILURE_KINDS, type FailureKind, quantileOf, SPEED_BOUNDS } from '#contract/traffic.ts'
import { FIRST_BYTE_COLUMNS, SPEED_COLUMNS, TOTAL_COLUMNS } from '../../../calls/traffic/columns.ts'
import type { Sums } from '../../../calls/traffic/queries.ts'

/** What was measured of attempts, as replies have it. */
export function presentSums(sums: Sums) {
  return {
    served: sums.served ?? 0,
    failed: failuresOf(sums),
    ...percentiles('first_byte_ms', sums, FIRST_BYTE_COLUMNS, DURATION_BOUNDS_MS),
    ...percentiles('total_ms', sums, TOTAL_COLUMNS, DURATION_BOUNDS_MS),
    ...percentiles('tokens_per_second', sums, SPEED_COLUMNS, SPEED_BOUNDS, 0.05),
  }
}

/** The numbers of failures by kind; kinds that did not occur are left out. */
function failuresOf(sums: Sums): Partial<Record<FailureKind, number>> {
  return Object.fromEntries(
    FAILURE_KINDS.map((kind) => [kind, sums[`failed_${kind}`] ?? 0] as const).filter(([, count]) => count > 0),
  )
}

/** The number of failures for which the site or its vendors are responsible: a caller's own error is none of them. */
export const countFailures = (sums: Sums): number =>
  Object.entries(failuresOf(sums)).reduce((total, [kind, count]) => total + (kind === 'caller' ? 0 : count), 0)

/** `slowEnd`: the quantile that 95 % of calls do better than: the high one of durations, the low one of speeds. */
function percentiles<Name extends string>(
  name: Name,
  sums: Sums,
  columns: readonly string[],
  bounds: readonly number[],
  slowEnd = 0.95,
): Partial<Record<Name, { p50: number; p95: number }>> {
  const counts = columns.map((column) => sums[column] ?? 0)
  const p50 = quantileOf(bounds, counts, 0.5)
  const p95 = quantileOf(bounds, counts, slowEnd)
  if (p50 === undefined || p95 === undefined) return {}
  return { [name]: { p50, p95 } } as Record<Name, { p50: number; p95: number }>
}

/** Adds sums of the same names. */
export function addSums(a: Sums, b: Sums): Sums {
  const result = { ...a }
  for (const [name, value] of Object.entries(b)) {
    if (typeof value === 'number') result[name] = (result[name] ?? 0) + value
  }
  return result
}
