import type { By } from './dashboard-search.ts'
import type { PartUsage, Sums } from './usage.ts'

interface SpendRowsOptions {
  nameOf: (part: PartUsage) => string
  by: By
  quotaPerUnit: number
}

/** The lines of the spending table as a file has them, and their sum. */
export function spendRows(ranking: readonly PartUsage[], total: Sums, { nameOf, by, quotaPerUnit }: SpendRowsOptions) {
  const line = (name: string, sums: Sums) => [
    name,
    sums.quota / quotaPerUnit,
    sums.quota,
    sums.count,
    sums.input - sums.cached,
    sums.cached,
    sums.output,
    sums.errors,
  ]
  const head = [by, 'usd', 'quota', 'calls', 'fresh_input_tokens', 'cached_input_tokens', 'output_tokens', 'errors']
  return [head, ...ranking.map((part) => line(nameOf(part), part)), line('total', total)]
}
