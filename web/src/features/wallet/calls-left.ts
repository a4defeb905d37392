import type { UsageRow } from '#contract/api/statistics.ts'
import { rankParts } from '#web/features/dashboard/usage.ts'

/** An estimate of the calls that a balance pays for. */
export interface CallsLeft {
  /** The most frequently called model. */
  model: string
  /** Rounded down to two digits: more would suggest a precision that the estimate does not have. */
  count: number
}

/**
 * Estimates how many more calls of the most used model a balance (quota units) pays for, at their average cost
 * in the given hours. Null when there were no calls, or they cost nothing.
 */
export function callsLeft(balance: number, rows: readonly UsageRow[]): CallsLeft | null {
  const usual = rankParts(rows, 'count')[0]
  if (!usual || usual.count <= 0 || usual.quota <= 0) return null
  return { model: usual.key, count: roughly(Math.max(0, (balance * usual.count) / usual.quota)) }
}

/** Rounds a count down to two digits. */
function roughly(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.floor(count / step) * step
}
