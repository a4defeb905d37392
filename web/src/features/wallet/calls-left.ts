import type { UsageRow } from '#contract/api/statistics.ts'
import { rankParts } from '#web/features/dashboard/usage.ts'

/** What a balance is still good for. */
export interface CallsLeft {
  /** The model that is called most often. */
  model: string
  /** Two digits of it; more would pretend to know what the next calls cost. */
  count: number
}

/**
 * How many more calls of the usual model a balance (quota units) pays for, at what they cost on average in the given
 * hours. Null where nothing was called, or where it cost nothing.
 */
export function callsLeft(balance: number, rows: readonly UsageRow[]): CallsLeft | null {
  const usual = rankParts(rows, 'count')[0]
  if (!usual || usual.count <= 0 || usual.quota <= 0) return null
  return { model: usual.key, count: roughly(Math.max(0, (balance * usual.count) / usual.quota)) }
}

/** A count rounded down to two digits. */
function roughly(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 1)
  return Math.floor(count / step) * step
}
